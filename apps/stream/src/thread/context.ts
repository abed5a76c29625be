import type { MutationResult, PartModule, PluginsConfig, ReadResult, SlotHost, Sorting } from '@platform/client-sdk'
import type { Signal } from '@preact/signals'
import { type ComponentType, createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { Flag_Reason, UnreadQuery } from '../documents/generated.ts'
import type { VisiblePart } from '../embed/protocol.ts'
import type { OwnProfile } from '../profile/around.ts'
import type { StreamTranslator } from '../texts/translator.ts'
import type { TabPanes } from './core-tabs.ts'
import type {
  ConfiguredDiscussion,
  Discussion,
  Focus,
  FormKind,
  OpenForm,
  PartFields,
  StreamState,
  Viewer,
} from './state.ts'
import type { CommentNode, Thread } from './thread.ts'

/** What a reader does in the browser. On the server there are none of these, and links and forms stand for them. */
export interface Actions {
  /** Shows the comments in the order of this name. @returns whether they are shown so */
  sort(name: string): Promise<boolean>
  tag(name: string | null): Promise<void>
  /** Opens the tab of a plugin, by its name in addresses. */
  openPane(tab: string): void
  /** Opens another tab of the stream, by its id. */
  openTab(tab: string): Promise<void>
  /** Reads the next page of the top level, or of the replies to a comment. @returns whether it could be read. */
  more(parent: string | null): Promise<boolean>
  /** Shows a comment with those that it answers, in place of the whole discussion. */
  focus(id: string, from?: { readonly history: true }): void
  /** Shows the whole discussion again. */
  unfocus(from?: { readonly history: true }): void
  /** Shows the new comments that wait, and goes to the first one. */
  showWaiting(): void
  /** Goes to the oldest comment that is unread, on the page or alone. It is read then. */
  showUnread(): Promise<void>
  collapse(id: string): void
  /** Opens the form to reply with the text, or the part of it that is selected, as a quotation of its author. */
  quote(id: string): void
  /** Reads the whole text of a comment that was shortened. */
  whole(id: string): Promise<void>
  post(comment: SentComment): Promise<PostResult>
  /** Opens the form of a comment, or closes it when it is open. */
  toggleForm(kind: FormKind, comment: string): Promise<void>
  /** Closes the open form. The focus goes back to what opened it. */
  closeForm(): void
  /** Loads how a moderator changes the settings of the discussion. */
  configuring(): Promise<Configuring>
  /** Loads how the reader's own profile is read. */
  profiling(): Promise<Profiling>
  /** Loads the changes that a reader can make, and their forms. */
  changes(): Promise<Changes>
  /** Asks who the reader is, and what they may do. `why` is what the server says about a session that it ended. */
  refresh(why?: 'banned'): Promise<void>
  /** Leads the reader to sign in. The form that is `wanted` is opened afterwards. */
  signIn(page?: 'sign-in' | 'register', wanted?: Wanted): void
  signOut(): void
  /** Runs a mutation of a plugin. */
  mutate(plugin: string, name: string, variables: Readonly<Record<string, unknown>>): Promise<MutationResult>
  /** Asks by a query of a plugin. */
  read(plugin: string, name: string, variables: Readonly<Record<string, unknown>>): Promise<ReadResult>
  /** The part of the frame that is on the screen; `null` where the page itself scrolls. */
  screen(): Promise<VisiblePart | null>
  /** Tells the page around the frame something of a plugin. */
  emit(plugin: string, name: string, value: unknown): void
}

/** How a moderator changes the settings of the discussion. */
export interface Configuring {
  /** Reads the settings as they are now. @returns whether they could be read */
  read(): Promise<boolean>
  /** Adds changes to those that are saved together; `undefined` takes one back. */
  change(changes: Readonly<Record<string, unknown>>): void
  /** Takes all changes back that are not saved. */
  discard(): void
  /** @returns whether they were saved; `configuration` has the errors otherwise */
  save(): Promise<boolean>
}

/** How the reader's own profile is read. */
export interface Profiling {
  /** Reads it as it is now. @returns whether it could be read */
  read(): Promise<boolean>
  /** Reads the next page of comments. @returns the id of the first new one, or an empty text; `null` if it failed */
  more(): Promise<string | null>
  removePicture(): Promise<Changed>
}

/** The settings of the discussion, and what a moderator has changed of them without saving it. */
export interface Configuration {
  /** `null` until they are read. */
  readonly stored: ConfiguredDiscussion | null
  readonly pending: Readonly<Record<string, unknown>>
  /** Sentences by the name of the setting; those about none of them are called `form`. */
  readonly errors: Readonly<Record<string, string>>
}

/** A comment as its author sends it. Sent again with the same key it is posted once. */
export interface SentComment {
  readonly body: string
  /** What plugins add, by the fields of the mutation's input. */
  readonly more: Readonly<Record<string, unknown>>
  readonly parent: string | null
  readonly key: string
}

/** A form about a comment that a reader wanted to open. */
export interface Wanted {
  readonly kind: FormKind | 'reply' | 'quote'
  readonly comment: string
}

/** The forms that most readers never open. */
export interface Forms {
  readonly about: Readonly<Record<FormKind, ComponentType<{ readonly node: CommentNode }>>>
  /** The form to choose a username. */
  readonly name: ComponentType
  /** What the reader wrote in reply to a comment that is not on the page. */
  readonly unposted: ComponentType<{ readonly parent: string }>
}

/** What a reader changes with the forms about a comment. */
export interface Changes {
  edit(comment: string, body: string, more: Readonly<Record<string, unknown>>): Promise<Changed>
  remove(comment: string): Promise<Changed>
  report(comment: string, report: Report): Promise<Changed>
  ignore(user: string, on: boolean): Promise<Changed>
  chooseName(name: string): Promise<Changed>
  /** Opens the form to reply with a quotation. */
  quote(comment: string): void
  /** Whether readers still see a comment, as far as the server answers. */
  isThere(comment: string): Promise<boolean>
}

/** A report to the moderators. A don't-agree is no flag, and has no reason of one. */
export interface Report {
  readonly reason: Flag_Reason | 'DISAGREE'
  readonly message: string
}

/** Whether a change was made; a refused one has the sentence that says why. */
export type Changed = { readonly done: true } | { readonly done: false; readonly message: string }

/**
 * What became of a comment. A refused one has the sentence that says why; of a stopped one the form says it, as long as
 * its author can't write.
 */
export type PostResult =
  | { readonly kind: 'posted' | 'held' | 'rejected'; readonly id: string }
  | { readonly kind: 'refused'; readonly message: string }
  | { readonly kind: 'failed' | 'offline' | 'postedBefore' | 'stopped' }

/** How many comments from after `since` are unread, and which one is the oldest. */
export type Unread = UnreadQuery['unreadComments'] & { readonly since: string }

/** A comment that is sent, and not answered yet. */
export interface Sending {
  readonly parent: string | null
  readonly body: string
}

/** The slots of a stream, and how the site around it configures plugins. */
export interface StreamSlots extends SlotHost {
  readonly sorting: Sorting
  configure(config: PluginsConfig): void
  /** Takes up the client parts of another build. @returns whether it has all that are listed. */
  replaceParts(modules: readonly PartModule[]): Promise<boolean>
}

/** What every component of the stream is given. */
export interface Stream {
  readonly state: StreamState
  readonly thread: Thread
  /** The discussion as slots see it, with what plugins ask for about it. */
  readonly discussion: Signal<Discussion>
  /** What depends on who reads, of the fields that plugins ask for about the discussion. */
  readonly discussionOwn: Signal<PartFields | null>
  readonly texts: StreamTranslator
  readonly viewer: Signal<Viewer | null>
  /** The time that relative times are seen from, in milliseconds. */
  readonly now: Signal<number>
  /** Whether the browser has taken over what the server drew. */
  readonly alive: Signal<boolean>
  readonly sort: Signal<string>
  readonly tag: Signal<string | null>
  /** The tab of a plugin that is open in place of the list, by its name in addresses; `null` for none. */
  readonly pane: Signal<string | null>
  /** The id of the tab of the stream that was opened last; see `openTabOf`. */
  readonly tab: Signal<string>
  readonly configuration: Signal<Configuration>
  /** The reader's own profile; `null` until it is read. */
  readonly profile: Signal<OwnProfile | null>
  /** What the tabs of the core open, as far as the browser has loaded it. */
  readonly tabPanes: Signal<Partial<TabPanes>>
  /** The comment that is shown alone, or above the others; `null` for none. */
  readonly focus: Signal<Focus | null>
  /** Whether another list is being read. */
  readonly busy: Signal<boolean>
  /** The comments that others have written since the reader's last visit; `null` on the first one. */
  readonly unread: Signal<Unread | null>
  /** The unread comment that the reader went to last; `null` before they have gone to one. */
  readonly reached: Signal<string | null>
  /** Where the part of the frame begins that is on the screen, in pixels; `null` where the page itself scrolls. */
  readonly screenTop: Signal<number | null>
  /** What to do again after a list could not be read; `null` while all is well. */
  readonly retry: Signal<(() => void) | null>
  /** Whether the browser has no network. */
  readonly offline: Signal<boolean>
  /** The comments of ignored authors that the reader wants to see nevertheless. */
  readonly shownAnyway: Signal<ReadonlySet<string>>
  /** The comment whose form to reply is open; `null` for none. */
  readonly replying: Signal<string | null>
  /** The form about a comment that is open; `null` for none. */
  readonly form: Signal<OpenForm | null>
  /** The components of those forms; `null` until the browser has loaded them. */
  readonly forms: Signal<Forms | null>
  /** What became of the last change of a comment, to be shown below it. */
  readonly done: Signal<{ readonly comment: string; readonly text: string } | null>
  readonly sending: Signal<Sending | null>
  /** The comment, not on the page, to which the reader wrote a reply that is not posted; `null` for none. */
  readonly unposted: Signal<string | null>
  /** Why a reader who was signed in is not any more; `null` for all others. */
  readonly ended: Signal<'ended' | 'banned' | null>
  /** What the reader wanted and could not do, for want of a network or of a sign-in that still counts. */
  readonly problem: Signal<'notSignedIn' | 'notSignedOut' | null>
  /** What a plugin wants the reader to know; `null` for nothing. */
  readonly told: Signal<string | null>
  /** The sentence that screen readers say next. */
  readonly announcement: Signal<string>
  readonly actions: Actions | null
  /** The slots, in which components of plugins are. */
  readonly slots: StreamSlots
}

export const StreamContext = createContext<Stream | null>(null)

export function useStream(): Stream {
  const stream = useContext(StreamContext)
  if (!stream) throw new Error('a component of the stream is used outside of a stream')
  return stream
}
