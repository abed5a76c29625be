import type { Signal } from '@preact/signals'
import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { Translator } from '../texts/translator.ts'
import type { SortName, StreamState, Viewer } from './state.ts'
import type { Thread } from './thread.ts'

/** What a reader does in the browser. On the server there are none of these, and links and forms stand for them. */
export interface Actions {
  sort(name: SortName): void
  tag(name: string | null): void
  /** Reads the next page of the top level, or of the replies to a comment. */
  more(parent: string | null): Promise<void>
  /** Reads the whole text of a comment that was shortened. */
  whole(id: string): Promise<void>
  post(draft: { readonly body: string; readonly parent: string | null; readonly key: string }): Promise<PostResult>
  share(id: string): Promise<void>
  signIn(page?: 'sign-in' | 'register'): void
  signOut(): void
}

/** What became of a comment. A refused one has the sentence that says why. */
export type PostResult =
  | { readonly kind: 'posted' | 'held' | 'rejected'; readonly id: string }
  | { readonly kind: 'refused'; readonly message: string }
  | { readonly kind: 'failed' | 'offline' }

/** What every component of the stream is given. */
export interface Stream {
  readonly state: StreamState
  readonly thread: Thread
  readonly texts: Translator
  readonly viewer: Signal<Viewer | null>
  /** The time that relative times are seen from, in milliseconds. */
  readonly now: Signal<number>
  /** Whether the browser has taken over what the server drew. */
  readonly alive: Signal<boolean>
  readonly sort: Signal<SortName>
  readonly tag: Signal<string | null>
  /** The comment whose form to reply is open; `null` for none. */
  readonly replying: Signal<string | null>
  /** The sentence that screen readers say next. */
  readonly announcement: Signal<string>
  readonly actions: Actions | null
}

export const StreamContext = createContext<Stream | null>(null)

export function useStream(): Stream {
  const stream = useContext(StreamContext)
  if (!stream) throw new Error('a component of the stream is used outside of a stream')
  return stream
}
