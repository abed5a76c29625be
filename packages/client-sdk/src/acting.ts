import type { ReadonlySignal } from '@preact/signals'
import type { AssetChange, CommentChange, SlotAsset, SlotComment, SlotViewer } from './records.ts'

/** The answer to a mutation of a plugin. */
export interface MutationResult {
  readonly data: Readonly<Record<string, unknown>> | null
  /**
   * The sentence that says why it was refused; `null` when it was done. The plugin's `translations` can have it by the
   * code of the refusal: `PASSWORD_INCORRECT`.
   */
  readonly refused: string | null
  /** The code of the refusal; `null` when it was done, or when the server did not answer. */
  readonly code: string | null
}

/** The answer to a query of a plugin; `null` when it could not be read. */
export type ReadResult = Readonly<Record<string, unknown>> | null

/** An order of the comments. */
export interface CommentSort {
  /** A value of `SORT_COMMENTS_BY`: `CREATED_AT`, `REPLIES`, `RESPECTS`. */
  readonly sortBy: string
  readonly sortOrder: 'ASC' | 'DESC'
}

/** The order of the list, and how it is changed. */
export interface Sorting {
  /** The order that the reader sees. */
  readonly current: CommentSort
  /** The values by which this site can sort. */
  readonly values: readonly string[]
  /** The address of the same list in another order, for readers without script. */
  addressOf(sort: CommentSort): string
  /** Shows the list in this order. @returns whether it is shown so */
  choose(sort: CommentSort): Promise<boolean>
}

/** What a plugin changes on a page when something happens. */
export interface LivePage {
  readonly viewer: SlotViewer | null
  /**
   * Changes what a comment shows. A comment that the page does not have stays unknown.
   *
   * @example
   * page.changeComment(id, (_comment, own) => ({ own: { ...own, isBookmarked: true } }))
   */
  changeComment(id: string, change: CommentChange): void
  /**
   * Changes what the page shows of its discussion, until it is read again. A page without a discussion, such as the
   * admin panel, changes nothing.
   *
   * @example
   * page.changeAsset(({ pinnedCount }) => ({ pinnedCount: pinnedCount + 1 }))
   * page.changeAsset((_asset, own) => ({ own: { ...own, isFollowed: true } }))
   */
  changeAsset(change: AssetChange): void
}

/** What a plugin changes in the moderation screen when something happens to a comment. */
export interface ModerationPage {
  /**
   * Says that a comment has changed, such as its tags: the admin panel reads it again, once a second at most, and moves
   * it into the queues in which it is now. Status changes and reports need no such call.
   *
   * @param notice - A sentence for the moderator.
   * @example
   * handleCommentChange(comment.id, text('featuredBy', { name: user.username }))
   */
  handleCommentChange(id: string, notice?: string): void
}

/** What a component does beyond drawing. */
export interface PartActions extends Pick<LivePage, 'changeAsset' | 'changeComment'> {
  /** Changes what the page shows of a user, such as the name, in every comment of theirs. */
  changeAuthor(user: string, change: Partial<NonNullable<SlotComment['user']>>): void
  /** Runs a mutation that the plugin declares. */
  mutate(name: string, variables: Readonly<Record<string, unknown>>): Promise<MutationResult>
  /** Asks the graph by a query that the plugin declares, as the reader. It never runs on the server. */
  read(name: string, variables?: Readonly<Record<string, unknown>>): Promise<ReadResult>
  /** Leads the reader to sign in. */
  signIn(): void
  /** Signs the reader out. */
  signOut(): void
  /**
   * Opens what the admin panel knows of a user. Elsewhere it does nothing; `UserLink` leads to the page of a user.
   *
   * @example
   * const { viewUserDetail } = useActions()
   * return <button type="button" onClick={() => viewUserDetail(flag.user.id)}>{flag.user.username}</button>
   */
  viewUserDetail(user: string): void
  /** Asks again who reads, and what is theirs on the page: whom they ignore, what they may do. */
  refresh(): Promise<void>
  /** The address at which every reader finds a comment of the discussion that is shown. */
  addressOf(comment: string): string
  /** Shows a sentence below the comment of the slot, else at the top of the stream, and has it read out. */
  notify(text: string): void
  /**
   * Tells the page around the frame, as the event `plugin.<name of the plugin>.<name>`. Numbers, switches, ids and
   * times of the value go out, other texts do not.
   */
  emit(name: string, value?: unknown): void
}

/** A text of the plugin by its key, with values in place of `{name}`. */
export type PartText = (key: string, values?: Readonly<Record<string, string | number>>) => string

/**
 * What a client part keeps in the browser of a reader, under names of its own. Keep what the reader chose, and nothing
 * else; say in the README of the plugin what it is.
 */
export interface PartStorage {
  /** What is kept under a name, as JSON gives it back; `null` for nothing, or where the browser keeps nothing. */
  get(name: string): unknown
  /** Keeps a value that JSON can say. `null` removes it. */
  set(name: string, value: unknown): void
}

/** What `init` of a client part is given. */
export interface PartStart extends PartActions {
  /** The discussion that the stream shows. */
  readonly asset: SlotAsset
  /** Who reads. It is `null` until it is known, and without a sign-in. */
  readonly viewer: ReadonlySignal<SlotViewer | null>
  /** The plugin's part of `plugins_config`. The site around a frame sends it after the stream has begun. */
  readonly config: ReadonlySignal<Readonly<Record<string, unknown>>>
  /** The order of the list. An `effect` that reads `sorting.current` runs again whenever the reader changes it. */
  readonly sorting: Sorting
  readonly storage: PartStorage
  /** The texts of the plugin in the language of the page. */
  readonly text: PartText
  /** The language of the page. */
  readonly lang: string
}
