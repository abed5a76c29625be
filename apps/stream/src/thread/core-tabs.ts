import type { ComponentType } from 'preact'
import type { TextName } from '../texts/en.ts'
import type { Viewer } from './state.ts'

/** The id of the tab with the comments, which every reader has. */
export const COMMENTS = 'stream'

/** The names of those tabs of the core. They are ids in addresses, so a plugin of such a name has no tab. */
export type CoreTabName = 'profile' | 'config'

/** A tab of the core beside the comments. */
interface CoreTab {
  readonly name: CoreTabName
  readonly text: TextName
  /** Whether this reader has it. */
  isFor(viewer: Pick<Viewer, 'role'> | null): boolean
}

/** Whether a reader moderates. */
export function isModerator(viewer: Pick<Viewer, 'role'> | null): boolean {
  return viewer?.role === 'ADMIN' || viewer?.role === 'MODERATOR'
}

/**
 * The tabs of the core beside the comments, in their order. What such a tab opens is loaded by the browser at first
 * use, in `browser/tab-panes.tsx`, and drawn by the server from `server/tab-panes.tsx`; both name every tab of this
 * list.
 */
export const coreTabs: readonly CoreTab[] = [
  { name: 'profile', text: 'profileTab', isFor: viewer => viewer !== null },
  { name: 'config', text: 'configTab', isFor: isModerator },
]

/** What the tabs of the core open. */
export type TabPanes = Readonly<Record<CoreTabName, ComponentType>>

/** The tabs of the core that a reader has, besides the comments. */
export const coreTabsFor = (viewer: Pick<Viewer, 'role'> | null): readonly CoreTab[] =>
  coreTabs.filter(({ isFor }) => isFor(viewer))

/** The tab of the core with this name; `null` for another one. */
export const coreTabOf = (name: string): CoreTabName | null => coreTabs.find(tab => tab.name === name)?.name ?? null
