/**
 * The addresses of the views, below `/admin`. The server answers these with the page of the panel, and other addresses
 * with 404.
 */
export const PATHS = {
  start: '/',
  moderate: '/moderate/:queue?/:asset?',
  stories: '/stories/:asset?',
  community: '/community/:view?',
  configure: '/configure/:view?',
  plugins: '/plugins',
  dashboard: '/dashboard',
  setup: '/setup/:step?',
} as const

export type ViewName = keyof typeof PATHS

/** The views that administrators alone use. */
export const FOR_ADMINISTRATORS: readonly ViewName[] = ['configure', 'plugins', 'setup']

/** The parts of other views that administrators alone use, by the last step of their addresses. */
export const PARTS_FOR_ADMINISTRATORS: Readonly<Partial<Record<ViewName, readonly string[]>>> = {
  community: ['invitations'],
}
