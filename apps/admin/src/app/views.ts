import type { ComponentType } from 'preact'
import { FOR_ADMINISTRATORS, PATHS, type ViewName } from '../paths.ts'
import type { AdminViewer } from '../state.ts'
import type { AdminTextName } from '../texts/en.ts'

/** A view of the panel: what it is called, who may use it, and what draws it. */
export interface View {
  readonly name: ViewName
  /** The pattern of its addresses below `/admin`. */
  readonly path: string
  /** Where the header leads to; `null` for a view that is opened from others. */
  readonly start: string | null
  readonly title: AdminTextName
  load(): Promise<ComponentType>
}

/** The views in the order of the header. Each is loaded when it is first opened. */
export const VIEWS: readonly View[] = [
  {
    name: 'moderate',
    path: PATHS.moderate,
    start: '/moderate',
    title: 'moderation',
    load: async () => (await import('../moderate/moderate.tsx')).Moderate,
  },
  {
    name: 'stories',
    path: PATHS.stories,
    start: '/stories',
    title: 'discussions',
    load: async () => (await import('../discussions/discussions.tsx')).Discussions,
  },
  {
    name: 'community',
    path: PATHS.community,
    start: '/community',
    title: 'community',
    load: async () => (await import('../community/community.tsx')).Community,
  },
  {
    name: 'dashboard',
    path: PATHS.dashboard,
    start: '/dashboard',
    title: 'dashboard',
    load: async () => (await import('../dashboard/dashboard.tsx')).Dashboard,
  },
  {
    name: 'configure',
    path: PATHS.configure,
    start: '/configure',
    title: 'configuration',
    load: async () => (await import('../configure/configure.tsx')).Configure,
  },
  {
    name: 'plugins',
    path: PATHS.plugins,
    start: '/plugins',
    title: 'plugins',
    load: async () => (await import('../plugins/plugins.tsx')).Plugins,
  },
  {
    name: 'setup',
    path: PATHS.setup,
    start: null,
    title: 'setUp',
    load: async () => (await import('../setup/setup.tsx')).SetUp,
  },
]

/** Whether a user has a view. The server refuses what others ask for, whatever they see. */
export function hasView(viewer: AdminViewer, { name }: View): boolean {
  return viewer.role === 'ADMIN' || !FOR_ADMINISTRATORS.includes(name)
}
