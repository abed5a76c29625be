import type { ComponentType } from 'preact'
import type { LivePage, ModerationPage, PartStart, PartText } from './acting.ts'
import type { Offer } from './offers.ts'
import type { SlotComment, SlotViewer } from './records.ts'
import type { CommentInput, SlotName, SlotProps } from './slots.ts'

/** What the operator's site says about plugins: the option `plugins_config` of the embed. */
export interface PluginsConfig {
  /** Draws a line around every slot, and names it. */
  readonly debug?: boolean
  readonly [plugin: string]: unknown
}

/**
 * The props of a component in a slot: what the slot gives, and as `config` the plugin's part of `plugins_config`. Type
 * components, `isExcluded` and `commentClass` by it.
 *
 * @example
 * const Words = ({ comment, config }: PropsOf<'commentInfoBar'>) => <>{comment.body?.length}</>
 */
export type PropsOf<Slot extends SlotName> = SlotProps[Slot] & { readonly config: Readonly<Record<string, unknown>> }

/** The records about which a component can ask for more. */
export type Resource = 'comment' | 'asset' | 'root' | 'settings'

/** The types that fragments can be on. */
export type FragmentType = 'Comment' | 'Asset' | 'RootQuery' | 'Settings'

/** A component in a slot, with what it asks for and when it is left out. */
export interface SlotEntry<Slot extends SlotName> {
  readonly component: ComponentType<PropsOf<Slot>>
  /**
   * What the component asks for beyond the fields of the core: the text of a fragment by the name of the record. The
   * server splits each fragment: what depends on who reads is asked for apart, and comes as `own`.
   */
  readonly fragments?: Readonly<Partial<Record<Resource, string>>>
  /** Leaves the component out; a slot whose components are all left out is empty. */
  readonly isExcluded?: (props: PropsOf<Slot>) => boolean
}

/** One component, or several in their order. */
export type SlotContent<Slot extends SlotName> =
  | ComponentType<PropsOf<Slot>>
  | SlotEntry<Slot>
  | readonly (ComponentType<PropsOf<Slot>> | SlotEntry<Slot>)[]

/** A mutation of the plugin. */
export interface ClientMutation {
  /** The text of the operation. Ask for `errors { translation_key message }`, or a refusal is told to nobody. */
  readonly document: string
  /** Changes the page at once, before the server answers. What it changes is taken back when the server refuses. */
  // biome-ignore lint/suspicious/noExplicitAny: the variables are those of the document
  readonly optimistic?: (variables: any, page: LivePage) => void
  /** Changes the page by the answer, such as an id that the server gave. Not called when the server refuses. */
  // biome-ignore lint/suspicious/noExplicitAny: the fields are those of the document
  readonly answered?: (data: any, page: LivePage) => void
}

/** A query of the plugin, which its components send by `read` of `useActions`. */
export interface ClientQuery {
  /** The text of the operation. */
  readonly document: string
}

/** A subscription of the plugin, which runs while the page is followed. */
export interface ClientSubscription {
  /** The text of the operation. Its one variable is `$asset`, the id of the discussion. */
  readonly document: string
  /** Called with each event. */
  // biome-ignore lint/suspicious/noExplicitAny: the fields are those of the document
  heard(data: any, page: LivePage): void
}

/** What `preSubmit` is given beside the input. */
export interface Submitting {
  /** The texts of the plugin in the language of the page. */
  readonly text: PartText
  /** The plugin's part of `plugins_config`. */
  readonly config: Readonly<Record<string, unknown>>
}

/** The answer of `preSubmit` that keeps a comment from being sent. The form keeps what was written, and says why. */
export interface RefusedInput {
  /** A key of the plugin's `translations`, or a sentence: `text('tooMany', { most: 5 })`. */
  readonly refused: string
  readonly body?: undefined
}

/** What a plugin does with what readers write. */
export interface CommentForm {
  /**
   * Changes what is sent, or refuses it; without an answer it is sent as it is. It is called for new comments, replies
   * and changes. After a refusal nothing is sent, and no other hook is called. A hook that throws refuses nothing.
   *
   * @example
   * preSubmit: ({ body }) => (body.includes('!!') ? { refused: 'tooLoud' } : undefined)
   */
  readonly preSubmit?: (input: CommentInput, about: Submitting) => CommentInput | RefusedInput | undefined
  /** Is told what became of what was sent. */
  readonly postSubmit?: (result: { readonly comment: { readonly id: string; readonly status: string } | null }) => void
}

/** What `heard` of a queue's subscription is given. */
export interface QueuePage extends ModerationPage {
  /** The moderator. */
  readonly viewer: SlotViewer
  /** The texts of the plugin in the language of the panel. */
  readonly text: PartText
}

/** A subscription that runs while the admin panel is open, for comments that come into a queue or leave it. */
export interface QueueSubscription {
  /** The text of the operation. It has no variables, because it is about the whole site. */
  readonly document: string
  /**
   * Called with each event.
   *
   * @example
   * heard: ({ commentPinned: { id } }, { handleCommentChange }) => handleCommentChange(id)
   */
  // biome-ignore lint/suspicious/noExplicitAny: the fields are those of the document
  heard(data: any, page: QueuePage): void
}

/** A status of comments, as moderation queues select them. */
export type QueueStatus = SlotComment['status']

/**
 * A queue of comments in the admin panel, beside those of the core. A comment is in it when it has one of the statuses,
 * one of the tags and an action of the type, as far as they are given. A queue of the key of one of the core
 * (`new`, `premod`, `reported`, `approved`, `rejected`, `all`) takes its place.
 *
 * @example
 * const featured: ModerationQueue = { name: 'featured', icon: 'M4 12h16', tags: ['FEATURED'] }
 */
export interface ModerationQueue {
  /** The key of its name in `translations`. */
  readonly name: string
  /** The shape of the icon: the path of an SVG of 24 by 24, drawn with a line. */
  readonly icon: string
  readonly statuses?: readonly QueueStatus[]
  readonly tags?: readonly string[]
  /** A value of `ACTION_TYPE`: `FLAG`. */
  readonly action_type?: string
  /**
   * What the panel follows for the queue, by name. Changes of statuses and reports it follows itself, so this is for
   * tags and for what plugins store.
   */
  readonly subscriptions?: Readonly<Record<string, QueueSubscription>>
}

/**
 * A tab that shows the comments with a tag, those that answer others, too. The stream draws and sorts them as it does
 * in the tab of all comments, also without script.
 *
 * @example
 * const tab: TagTab = { name: 'featured', tag: 'FEATURED' }
 */
export interface TagTab {
  /** The name by which operators choose the tab that opens first. Default: the name of the plugin. */
  readonly name?: string
  readonly tag: string
}

/** The names that the tabs of a plugin have in addresses: `?pane=saved`. Default: the name of the plugin. */
export interface TabNames {
  /**
   * Its tab beside the list of comments: the component in `streamTabs` or `streamTabsPrepend`. A name opens what is in
   * `streamTabPanes`; `{ name, tag }` opens the comments with a tag.
   */
  readonly streamTabs?: string | TagTab
  /** Its tab at the top: `embedStreamTabs` or `embedStreamTabsPrepend`, which opens `embedStreamTabPanes`. */
  readonly embedStreamTabs?: string
}

/**
 * A key of the plugin's part of `plugins_config`. Its type is that of the default. A value that does not fit is left
 * out, and named in the console.
 *
 * @example
 * const limit: ConfigField = { default: 5, min: 1, max: 50 }
 */
export type ConfigField =
  | { readonly default: string; readonly values?: readonly string[] }
  | { readonly default: number; readonly min?: number; readonly max?: number }
  | { readonly default: boolean }

/** The texts of a plugin: by language, then by key. `{name}` stands for a value. */
export type ClientTexts = Readonly<Record<string, Readonly<Record<string, string>>>>

/** The part of a plugin that runs in the browser, and draws its slots on the server. */
export interface ClientPlugin {
  readonly slots?: { readonly [Slot in SlotName]?: SlotContent<Slot> }
  /**
   * What the plugin asks for with every record of a type, for all of its slots. The admin panel reads a discussion with
   * each comment, so a slot of it asks for fields of `Asset` by its own `fragments`.
   */
  readonly fragments?: Readonly<Partial<Record<FragmentType, string>>>
  /**
   * The same for fields that are always the reader's own, whatever their resolvers say: they come as `own`, and are
   * never asked for in the page that all readers share.
   */
  readonly own?: Readonly<Partial<Record<FragmentType, string>>>
  /**
   * A class for each comment that fits, beside those of the stream; nothing for the others. It is called whenever the
   * comment is drawn, on the server, too.
   *
   * @example
   * commentClass: ({ comment }) => (isTagged(comment.tags, 'OFF_TOPIC') ? 'off-topic' : undefined)
   */
  readonly commentClass?: (props: PropsOf<'commentReactions'>) => string | undefined
  readonly mutations?: Readonly<Record<string, ClientMutation>>
  readonly queries?: Readonly<Record<string, ClientQuery>>
  readonly subscriptions?: Readonly<Record<string, ClientSubscription>>
  readonly commentForm?: CommentForm
  /** Moderation queues of the admin panel, by a key for addresses. */
  readonly queues?: Readonly<Record<string, ModerationQueue>>
  readonly tabs?: TabNames
  /** What the plugin's part of `plugins_config` may have. Components get it as `config`, with the defaults. */
  readonly config?: Readonly<Record<string, ConfigField>>
  /** The values of `SORT_COMMENTS_BY` for which it has an order. The build warns of one that no plugin counts. */
  readonly sorts?: readonly string[]
  /** The slots that the components of the plugin draw themselves, for others: `['viewingOptionsSort']`. */
  readonly draws?: readonly SlotName[]
  /**
   * What the part switches on in the core: `signIn`, the way to sign in in the stream, and `emailAccounts`, the forms
   * by which readers sign in and register with an e-mail address. They are not shown where no part offers them.
   */
  readonly offers?: readonly Offer[]
  readonly translations?: ClientTexts
  /**
   * Runs once in the browser when the stream begins, never on the server. The stream begins at once for readers of whom
   * something is kept, and otherwise when it is first used. When it throws, the rest of the part goes on.
   *
   * @example
   * init: ({ storage, sorting }) => void effect(() => storage.set('sort', sorting.current.sortBy))
   */
  readonly init?: (start: PartStart) => void | Promise<void>
}

/**
 * Says what the part of a plugin in the browser is, with its types checked. A plain object is good, too.
 *
 * @example
 * export default defineClientPlugin({
 *   slots: { commentReactions: RespectButton },
 *   translations: { en: { respect: 'Respect' }, de: { respect: 'Respekt' } },
 * })
 */
export function defineClientPlugin<const Part extends ClientPlugin>(part: Part): Part {
  return part
}
