import type { ReadonlySignal } from '@preact/signals'
import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { MutationResult, PartActions, ReadResult, Sorting } from './acting.ts'
import type { ClientPlugin, PluginsConfig } from './define-client-plugin.ts'
import type { SlotViewer } from './records.ts'
import type { SlotName } from './slots.ts'

/** The client part of a plugin that the operator listed. */
export interface ListedPart {
  readonly plugin: string
  readonly version: string | null
  readonly part: ClientPlugin
}

/** The functions of a client part that may throw, beside its components. */
export const PART_FUNCTIONS = ['init', 'commentClass', 'commentForm', 'mutations', 'subscriptions', 'queues'] as const

/** A component that threw while it was drawn, or a function of a client part that threw. */
export interface SlotFailure {
  readonly plugin: string
  readonly version: string | null
  readonly slot: SlotName | (typeof PART_FUNCTIONS)[number]
  readonly error: unknown
}

/** What the page around the slots does for plugins. */
export interface SlotHost extends Pick<PartActions, 'changeAsset' | 'changeAuthor' | 'changeComment'> {
  readonly parts: readonly ListedPart[]
  readonly pluginsConfig: ReadonlySignal<PluginsConfig>
  readonly viewer: ReadonlySignal<SlotViewer | null>
  /** Whether the browser has taken over what the server drew. */
  readonly alive: ReadonlySignal<boolean>
  readonly lang: string
  /** The order of the list; `null` in a page without one. */
  readonly sorting: Sorting | null
  failed(failure: SlotFailure): void
  /** Runs a mutation that the plugin declares. */
  mutate(plugin: string, name: string, variables: Readonly<Record<string, unknown>>): Promise<MutationResult>
  /** Asks the graph by a query that the plugin declares. */
  read(plugin: string, name: string, variables: Readonly<Record<string, unknown>>): Promise<ReadResult>
  /** Leads the reader to sign in. */
  signIn(): void
  /** Signs the reader out. */
  signOut(): void
  /** Opens what the page knows of a user; a page without this knows nothing. */
  viewUserDetail?(user: string): void
  /** Asks again who reads, and what is theirs on the page: whom they ignore, what they may do. */
  refresh(): Promise<void>
  /** The address at which every reader finds a comment. */
  addressOf(comment: string): string
  /** The address of the page about a user, where readers see what they have written. */
  userAddress(user: string): string
  /** The address of a page about the reader's own account, such as `account/deletion`. It leads back to this page. */
  accountAddress(page: string): string
  /** Where the picture of a user is, on a page of another site, too. */
  pictureAddress(avatar: string | null): string | null
  /** Shows a sentence below a comment, else at the top of the stream, and has it read out. */
  notify(text: string, comment: string | null): void
  /** How long ago a time was, which is milliseconds, in the language of the page. */
  ago(time: number): string
  /** The part of a frame that is on the screen, in pixels; `null` where the page itself scrolls. */
  screen(): Promise<{ readonly top: number; readonly height: number } | null>
  /** Where links in texts of users open. A link in a frame must not replace the frame. Default: in the same place. */
  readonly linkTarget?: '_blank'
  /** Tells the page around the frame something of a plugin. */
  emit(plugin: string, name: string, value: unknown): void
  /** The comment whose own page this is; `null` on the page of a discussion. */
  readonly alone: string | null
  /** Where the form of a mutation is sent to while there is no script. */
  formAddress(plugin: string, mutation: string): string
}

export const SlotHostContext = createContext<SlotHost | null>(null)

export function useSlotHost(): SlotHost {
  const host = useContext(SlotHostContext)
  if (!host) throw new Error('a component of a plugin is used outside of a slot')
  return host
}

/** Where a component of a plugin is drawn. */
export interface PartPlace {
  readonly listed: ListedPart
  /** The comment whose slot it is in; `null` for other slots. */
  readonly comment: string | null
}

export const PartContext = createContext<PartPlace | null>(null)

export function usePart(): PartPlace {
  const place = useContext(PartContext)
  if (!place) throw new Error('a component of a plugin is used outside of a slot')
  return place
}
