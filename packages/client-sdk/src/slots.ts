import type { ModerationPage } from './acting.ts'
import type { OwnFields, SlotAsset, SlotComment, SlotRoot } from './records.ts'

interface AtComment {
  readonly comment: SlotComment
  readonly asset: SlotAsset
  readonly root: SlotRoot
  /**
   * What depends on who reads, of the fields that plugins ask for about the comment. It is `null` in a page that all
   * readers share, and for readers who are not signed in.
   */
  readonly own: OwnFields
  /** How many comments this one answers; 0 at the top level. */
  readonly depth: number
}

interface AtAsset {
  readonly asset: SlotAsset
  readonly root: SlotRoot
  /** The same of the fields that plugins ask for about the discussion. */
  readonly own: OwnFields
}

interface AtRoot {
  readonly root: SlotRoot
}

interface Tabs extends AtAsset {
  /** The id of the tab that is open. */
  readonly active: string
}

/** What a reader writes: `body`, `tags`, and whatever plugins add to the input of the mutation. */
export type CommentInput = Readonly<Record<string, unknown>> & {
  readonly body: string
  readonly tags: readonly string[]
}

interface Writing extends AtAsset {
  readonly input: CommentInput
  onInputChange(changes: Partial<CommentInput>): void
  readonly isReply: boolean
}

interface Editor extends Writing {
  /** The id of the field, for its label. The stream moves the focus to the element that has it. */
  readonly id: string
  /** The comment that is changed or answered. */
  readonly comment: SlotComment | null
  readonly isEdit: boolean
  readonly disabled: boolean
  readonly label: string
  readonly placeholder: string
  /** The ids of the elements that describe the field, such as the number of characters that are left. */
  readonly describedBy?: string | undefined
  /** Whether the text can't be sent as it is. */
  readonly invalid: boolean
}

/** A way to sign in that a plugin offers on the server. */
export interface OfferedProvider {
  /** The plugin whose strategy it is. */
  readonly plugin: string
  /** The name of the strategy: `github`. */
  readonly strategy: string
  /** The text of the button, in the language of the page. */
  readonly text: string
  /** The address that signs in, and then leads back to where the reader was. */
  readonly address: string
}

interface SigningIn {
  /** All ways to sign in that plugins offer. */
  readonly offered: readonly OfferedProvider[]
}

interface Settings {
  readonly root: SlotRoot
  readonly settings: Readonly<Record<string, unknown>>
  /** Adds a change to those that are saved together. */
  updatePending(changes: Readonly<Record<string, unknown>>): void
  readonly errors: Readonly<Record<string, string>>
}

interface AdminComment {
  readonly comment: SlotComment
  readonly asset: SlotAsset
  readonly root: SlotRoot
}

interface AdminBody extends AdminComment {
  readonly body: string
  readonly suspectWords: readonly string[]
  readonly bannedWords: readonly string[]
}

interface Nothing {}

/**
 * The slots, and what the place of each gives. Components also get `config`, so they are typed by `PropsOf`; what is
 * here is passed by a component that draws a `Slot` for other plugins.
 */
export interface SlotProps {
  /** The stream as a whole, above its tabs. */
  embed: AtRoot
  embedStreamTabs: Tabs
  embedStreamTabsPrepend: Tabs
  embedStreamTabPanes: Tabs
  /** The page on which readers sign in, above everything else. */
  login: Nothing
  /** Below the form to write a comment, and above the list. */
  stream: AtAsset
  /** Beside the tabs of the list. */
  streamFilter: AtAsset
  streamTabs: Tabs
  streamTabsPrepend: Tabs
  streamTabPanes: Tabs
  streamQuestionArea: AtAsset
  commentAvatar: AtComment
  /** In place of the author's name. */
  commentAuthorName: AtComment
  /** Behind the author's name. */
  commentAuthorTags: AtComment
  /** In place of the time. */
  commentTimestamp: AtComment & { readonly created_at: string }
  /** At the end of the header of a comment. */
  commentInfoBar: AtComment
  /** In place of the text of a comment. */
  commentContent: AtComment
  /** Below a comment, before Reply. */
  commentReactions: AtComment
  /** Below a comment, before Report. */
  commentActions: AtComment
  /** In place of a comment that was deleted. */
  commentTombstone: AtComment & {
    readonly action: 'deleted' | 'ignored' | 'rejected'
    /** What is shown without the plugin. */
    readonly sentence: string
  }
  /** In place of the field to write in. */
  draftArea: Editor
  /** Below the field to write in. */
  commentInputArea: AtAsset
  /** Beside the button that posts a new comment or a reply. */
  commentInputDetailArea: Writing
  profileHeader: AtRoot & {
    readonly id: string
    readonly username: string | null
    readonly emailAddress: string | null
  }
  profileSections: AtRoot
  profileTabs: AtRoot & { readonly active: string }
  profileTabsPrepend: AtRoot & { readonly active: string }
  profileTabPanes: AtRoot & { readonly active: string }
  profileSettings: AtRoot
  historyCommentTimestamp: AtComment & { readonly created_at: string }
  /** The settings of one discussion, for its moderators. */
  streamSettings: Settings & AtAsset
  adminCommentDetailArea: AdminComment & { readonly more: boolean }
  adminCommentMoreDetails: AdminComment & { readonly more: boolean }
  adminCommentMoreFlagDetails: AdminComment
  adminCommentLabels: AdminComment
  adminCommentInfoBar: AdminComment
  adminCommentContent: AdminBody
  adminSideActions: AdminComment
  /** Below the queues. `asset` is the discussion that is shown, `null` for several. */
  adminModeration: ModerationPage & AtRoot & { readonly asset: SlotAsset | null; readonly activeTab: string }
  /** In the navigation, in every view. */
  adminModerationIndicator: ModerationPage
  adminModerationSettings: Settings
  adminStreamSettings: Settings
  adminTechSettings: Settings
  adminOrganizationSettings: Settings
  userProfile: AtRoot & { readonly user: { readonly id: string; readonly username: string | null } }
  userDetailCommentContent: AdminBody
  /** Above the form to sign in, on the way to the admin panel. */
  authExternalAdminSignIn: SigningIn
  /** Above the form to sign in. */
  authExternalSignIn: SigningIn
  /** Above the form to register. */
  authExternalSignUp: SigningIn
  /** In the form to register. As long as a blocker is indicated, the form can't be sent. */
  'talkPluginAuth.formField': { indicateBlocker(): void; indicateBlockerResolved(): void }
  authorMenuInfos: AtComment
  authorMenuActions: AtComment
  ignoreUserConfirmation: AtComment
  moderationActions: AtComment
  /** Below `profileSettings`. `disabled` says that the reader has no confirmed address, to which mails are sent. */
  notificationSettings: AtRoot & { readonly disabled: boolean }
  viewingOptionsSort: AtAsset
  viewingOptionsFilter: AtAsset
}

/** The name of a place where a plugin shows something. */
export type SlotName = keyof SlotProps

/** The names of all slots. */
export const SLOT_NAMES = [
  'embed',
  'embedStreamTabs',
  'embedStreamTabsPrepend',
  'embedStreamTabPanes',
  'login',
  'stream',
  'streamFilter',
  'streamTabs',
  'streamTabsPrepend',
  'streamTabPanes',
  'streamQuestionArea',
  'commentAvatar',
  'commentAuthorName',
  'commentAuthorTags',
  'commentTimestamp',
  'commentInfoBar',
  'commentContent',
  'commentReactions',
  'commentActions',
  'commentTombstone',
  'draftArea',
  'commentInputArea',
  'commentInputDetailArea',
  'profileHeader',
  'profileSections',
  'profileTabs',
  'profileTabsPrepend',
  'profileTabPanes',
  'profileSettings',
  'historyCommentTimestamp',
  'streamSettings',
  'adminCommentDetailArea',
  'adminCommentMoreDetails',
  'adminCommentMoreFlagDetails',
  'adminCommentLabels',
  'adminCommentInfoBar',
  'adminCommentContent',
  'adminSideActions',
  'adminModeration',
  'adminModerationIndicator',
  'adminModerationSettings',
  'adminStreamSettings',
  'adminTechSettings',
  'adminOrganizationSettings',
  'userProfile',
  'userDetailCommentContent',
  'authExternalAdminSignIn',
  'authExternalSignIn',
  'authExternalSignUp',
  'talkPluginAuth.formField',
  'authorMenuInfos',
  'authorMenuActions',
  'ignoreUserConfirmation',
  'moderationActions',
  'notificationSettings',
  'viewingOptionsSort',
  'viewingOptionsFilter',
] as const satisfies readonly SlotName[]

// A slot that is missing in the list has no place here.
null as unknown as SlotName satisfies (typeof SLOT_NAMES)[number]

/** How many components a slot shows, where that is not every one. */
export const SLOT_SIZES: Readonly<Partial<Record<SlotName, number>>> = {
  commentContent: 1,
  commentTombstone: 1,
  profileHeader: 1,
  adminCommentContent: 1,
  userDetailCommentContent: 1,
}
