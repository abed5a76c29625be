import type { Times, Translator } from '@platform/client-kit'
import type { SlotHost } from '@platform/client-sdk'
import type { Signal } from '@preact/signals'
import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { Graph } from '../browser/graph.ts'
import type { Live } from '../browser/live.ts'
import type { AdminState } from '../state.ts'
import type { AdminTextName } from '../texts/en.ts'
import type { Activity } from './activity.ts'
import type { Comments } from './comments.ts'
import type { CommentFeed } from './feed.ts'
import type { Keys } from './keys.ts'

/** The texts, numbers and times of the panel in one language. */
export interface AdminTranslator extends Translator<AdminTextName>, Times {}

/** What every view of the panel works with. */
export interface Admin {
  readonly state: AdminState
  readonly texts: AdminTranslator
  readonly graph: Graph
  readonly live: Live
  readonly slots: SlotHost
  readonly comments: Comments
  readonly feed: CommentFeed
  readonly activity: Activity
  readonly keys: Keys
  /** The time, to the minute. */
  readonly now: Signal<number>
  /** The sentence that was last said to the user, which screen readers read out. */
  readonly notice: Signal<Notice | null>
  /** Says a sentence to the user, such as what was done, with a way to take it back. */
  say(text: string, kind?: Notice['kind'], undo?: () => void): void
  /** The user whose drawer is open; `null` for none. */
  readonly viewed: Signal<string | null>
  /** Opens the drawer of a user. */
  viewUser(id: string): void
  /** The address of a view: `/moderate/new`. */
  path(view: string): string
}

/** A sentence that is shown for a while. */
export interface Notice {
  readonly text: string
  readonly kind: 'done' | 'wrong'
  readonly undo?: (() => void) | undefined
}

export const AdminContext = createContext<Admin | null>(null)

export function useAdmin(): Admin {
  const admin = useContext(AdminContext)
  if (!admin) throw new Error('a view of the panel is used outside of it')
  return admin
}
