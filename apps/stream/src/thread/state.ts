import type { Offer, SlotRoot } from '@platform/client-sdk'
import type {
  BranchFragment,
  CommentFieldsFragment,
  DiscussionFragment,
  DiscussionSettingsQuery,
  OwnCommentFieldsFragment,
  OwnQuery,
  PageFragment,
  StatusFragment,
} from '../documents/generated.ts'
import type { OwnProfile } from '../profile/around.ts'
import type { AllTexts } from '../texts/index.ts'

export type CommentFields = CommentFieldsFragment
/** What only the viewer sees of a comment, laid over its shared fields. */
export type OwnFields = OwnCommentFieldsFragment
export type Discussion = DiscussionFragment
/** Fields that plugins ask for, by their names. */
export type PartFields = Readonly<Record<string, unknown>>
/** Whether comments can be written in a discussion. */
export type Status = StatusFragment
/** The user who is signed in, with the own comments that wait for a moderator in this discussion. */
export type Viewer = NonNullable<OwnQuery['me']>
/** A comment with the replies that were read with it. */
export type Branch = CommentFields & { readonly replies?: BranchPage }
/** A page of comments with their replies. */
export type BranchPage = PageFragment & { readonly nodes: readonly Branch[] }

// The branches of the documents are nested as deep as they are asked for.
null as unknown as BranchFragment satisfies Branch

/** Where the stream is shown: on a page of the platform, in a frame on another site, or as a part of another page. */
export type Place = 'page' | 'frame' | 'fragment'

/** The facts about the platform that the stream needs. */
export interface SiteFacts {
  /** The mount path of the platform, without a slash at the end; with its address on pages of other sites. */
  readonly root: string
  /** The live endpoint: a path when it is the platform's own, else an address. */
  readonly live: string
  /** Milliseconds between two pings of the live endpoint. */
  readonly keepAlive: number
  /** Levels of replies that are indented; deeper replies stand on the last level. */
  readonly levels: number
  /** Whether the platform sends mail, so that an address can be confirmed. */
  readonly mail: boolean
  /** Seconds that a content delivery network may keep what all readers share. */
  readonly sharedMaxAge: number
  /** The build, when the page is to take up the next one; else `null`. */
  readonly build: BuildFacts | null
  /** What stands behind the ids of the stored documents, when plugins ask for more than the core. */
  readonly documents: string
  /** The values by which the comments can be sorted, also those of plugins: `CREATED_AT`, `RESPECTS`. */
  readonly sorts: readonly string[]
  /** What is switched on: the way to sign in, and accounts with an e-mail address. */
  readonly offers: readonly Offer[]
}

/** What an open page knows about the build that it is from. */
export interface BuildFacts {
  readonly id: string
  /** The client parts that are listed. */
  readonly parts: readonly string[]
  /** What stands behind the ids of the stored documents. */
  readonly documents: string
  /** The file of the style sheet. */
  readonly style: string
  /** The files with the list of the parts, and with what they share with the stream; `null` in a build for readers. */
  readonly list: string | null
  readonly kit: string | null
}

/** The comment that an address names, with the comments that it answers, outermost first. */
export interface Focus {
  readonly branch: Branch
  readonly above: readonly CommentFields[]
  /** Whether it is shown without the other comments of the discussion. */
  readonly alone: boolean
}

/** A comment that was refused, with the sentence that says why. */
export interface Refused {
  readonly body: string
  readonly parent: string | null
  readonly message: string
  /** The code of the refusal. */
  readonly code: string
  /** Whether its author has to sign in first. */
  readonly signIn: boolean
}

/** A form about one comment. */
export type FormKind = 'edit' | 'delete' | 'report' | 'ignore'

/** A form that is open below a comment, or in place of its text. */
export interface OpenForm {
  readonly kind: FormKind
  readonly comment: string
  /** What it was sent with, and why that was refused; `null` for a form that was not sent. */
  readonly refused: {
    readonly code: string
    readonly message: string
    readonly values: Readonly<Record<string, string>>
  } | null
}

/** What became of a form that was sent, or of the comment that the address names. */
export type Notice =
  | 'held'
  | 'rejected'
  | 'gone'
  | 'changed'
  | 'deleted'
  | 'reportSent'
  | 'disagreed'
  | 'ignored'
  | 'unignored'
  | 'saved'

/** Texts of administrators, as markup that the server made from Markdown; `null` where there is none. */
export interface Boxes {
  readonly info: string | null
}

/** The settings of a discussion that moderators change where they read. */
export type ConfiguredDiscussion = NonNullable<DiscussionSettingsQuery['asset']>

/** A change of them that was sent without script and refused. */
export interface RefusedSettings {
  readonly changes: Readonly<Record<string, unknown>>
  /** Sentences by the name of the setting; those about none of them are called `form`. */
  readonly errors: Readonly<Record<string, string>>
}

/** Everything that a stream begins with. The server renders it, and the browser goes on from it. */
export interface StreamState {
  readonly site: SiteFacts
  /** The plugins whose client parts are shown. */
  readonly parts: readonly string[]
  /** What they want to hear about: `platform-plugin-respect/created`. */
  readonly subscriptions: readonly string[]
  /** What browsers may know of the configuration of plugins on the server. */
  readonly partsConfig: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  /** What plugins ask for beyond the discussion and its comments. */
  readonly root: SlotRoot
  readonly place: Place
  readonly lang: string
  /** The language that the address of the page names, and that its links go on naming; `null` if it names none. */
  readonly chosenLang: string | null
  /** The texts, when they are others than those that the stream is released with; else `null`. */
  readonly texts: AllTexts | null
  readonly discussion: Discussion
  /** The name of the order in the address. */
  readonly sort: string
  /** The tag whose comments are shown; `null` for all. */
  readonly tag: string | null
  /** The tag of the tab that opens first; `null` for the one with all comments. */
  readonly firstTag: string | null
  /** The tab of a plugin that is open in place of the list, by its name in addresses; `null` for none. */
  readonly pane: string | null
  /** The id of the tab of the stream that is open. */
  readonly tab: string
  /** The settings of the discussion, while the tab for them is open on a page of the platform; else `null`. */
  readonly configured: ConfiguredDiscussion | null
  readonly refusedSettings: RefusedSettings | null
  /** The profile of the reader, while its tab is open on a page of the platform; else `null`. */
  readonly profile: OwnProfile | null
  /** The part of the profile that opens first: `comments`, `settings`, or a plugin whose tab it is. */
  readonly profilePart: string
  /** The cursor behind which the page begins; `null` for the first page. */
  readonly after: string | null
  readonly comments: BranchPage
  /** The comment that the address names; `null` for none. */
  readonly focus: Focus | null
  /** Ids of comments that were posted right before the stream was read: they are no news, shown or not. */
  readonly recent: readonly string[]
  /** The time from which on a comment that is neither shown nor among the recent ones is news, in milliseconds. */
  readonly newsFrom: number
  /** A comment that was sent by a form and refused; `null` for none. */
  readonly refused: Refused | null
  /** The form that the address names; `null` for none. */
  readonly form: OpenForm | null
  readonly notice: Notice | null
  /** The comment that the notice is about; `null` for none. */
  readonly noticeAbout: string | null
  /** The path of the page, to which signing in and posting lead back. */
  readonly back: string
  /** The person whom the stream is shown to. It is `null` in everything that is shared. */
  readonly viewer: Viewer | null
  /** What is the viewer's own in the comments of the page, by the ids of those in which there is something. */
  readonly own: Readonly<Record<string, OwnFields>>
  /** What is the viewer's own in the discussion; `null` when no plugin asks for it. */
  readonly discussionOwn: PartFields | null
  /** The time at which the comments were read, in milliseconds. */
  readonly readAt: number
  readonly boxes: Boxes
}
