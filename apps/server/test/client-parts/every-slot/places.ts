import { SLOT_NAMES, type SlotName } from '@platform/client-sdk'

/** Where a slot is looked for. */
export type Place =
  | 'discussion'
  | 'settings'
  | 'tab'
  | 'list tab'
  | 'menu'
  | 'sign-in'
  | 'register'
  | 'admin sign-in'
  | 'profile'
  | 'admin'

/** Every slot, with the place where a test looks for it. A slot that is added has no place until it is named here. */
export const PLACES = {
  embed: 'discussion',
  embedStreamTabs: 'discussion',
  embedStreamTabsPrepend: 'discussion',
  embedStreamTabPanes: 'tab',
  login: 'sign-in',
  stream: 'discussion',
  streamFilter: 'discussion',
  streamTabs: 'discussion',
  streamTabsPrepend: 'discussion',
  streamTabPanes: 'list tab',
  streamQuestionArea: 'discussion',
  commentAvatar: 'discussion',
  commentAuthorName: 'discussion',
  commentAuthorTags: 'discussion',
  commentTimestamp: 'discussion',
  commentInfoBar: 'discussion',
  commentContent: 'discussion',
  commentReactions: 'discussion',
  commentActions: 'discussion',
  commentTombstone: 'discussion',
  draftArea: 'discussion',
  commentInputArea: 'discussion',
  commentInputDetailArea: 'discussion',
  profileHeader: 'profile',
  profileSections: 'profile',
  profileTabs: 'profile',
  profileTabsPrepend: 'profile',
  profileTabPanes: 'profile',
  profileSettings: 'profile',
  historyCommentTimestamp: 'profile',
  notificationSettings: 'profile',
  streamSettings: 'settings',
  adminCommentDetailArea: 'admin',
  adminCommentMoreDetails: 'admin',
  adminCommentMoreFlagDetails: 'admin',
  adminCommentLabels: 'admin',
  adminCommentInfoBar: 'admin',
  adminCommentContent: 'admin',
  adminSideActions: 'admin',
  adminModeration: 'admin',
  adminModerationIndicator: 'admin',
  adminModerationSettings: 'admin',
  adminStreamSettings: 'admin',
  adminTechSettings: 'admin',
  adminOrganizationSettings: 'admin',
  userProfile: 'admin',
  userDetailCommentContent: 'admin',
  authExternalAdminSignIn: 'admin sign-in',
  authExternalSignIn: 'sign-in',
  authExternalSignUp: 'register',
  'talkPluginAuth.formField': 'register',
  authorMenuInfos: 'menu',
  authorMenuActions: 'menu',
  ignoreUserConfirmation: 'menu',
  moderationActions: 'menu',
  viewingOptionsSort: 'menu',
  viewingOptionsFilter: 'menu',
} as const satisfies Record<SlotName, Place>

/** The slots of a place. */
export const slotsOf = (place: Place): readonly SlotName[] => SLOT_NAMES.filter(name => PLACES[name] === place)

/** What the slots of a comment, of the discussion and of the tabs give, beside `config`. */
const COMMENT = ['asset', 'comment', 'depth', 'own', 'root']
const ASSET = ['asset', 'own', 'root']
const TAB = [...ASSET, 'active']
const WRITING = [...ASSET, 'input', 'isReply', 'onInputChange']
const EDITOR = [...WRITING, 'comment', 'describedBy', 'disabled', 'id', 'invalid', 'isEdit', 'label', 'placeholder']

/** What a slot gives, by its name. Slots that are not named here are those of a comment. */
const GIVEN: Readonly<Partial<Record<SlotName, readonly string[]>>> = {
  embed: ['root'],
  embedStreamTabs: TAB,
  embedStreamTabsPrepend: TAB,
  embedStreamTabPanes: TAB,
  login: [],
  stream: ASSET,
  streamFilter: ASSET,
  streamTabs: TAB,
  streamTabsPrepend: TAB,
  streamTabPanes: TAB,
  streamQuestionArea: ASSET,
  commentTimestamp: [...COMMENT, 'created_at'],
  commentTombstone: [...COMMENT, 'action', 'sentence'],
  draftArea: EDITOR,
  commentInputArea: ASSET,
  commentInputDetailArea: WRITING,
  notificationSettings: ['disabled', 'root'],
  streamSettings: ['asset', 'errors', 'own', 'root', 'settings', 'updatePending'],
  authExternalAdminSignIn: ['offered'],
  authExternalSignIn: ['offered'],
  authExternalSignUp: ['offered'],
  'talkPluginAuth.formField': ['indicateBlocker', 'indicateBlockerResolved'],
  viewingOptionsSort: ASSET,
  viewingOptionsFilter: ASSET,
}

/** Each slot of a place with the names of what it gives, as the part of the test shows them. */
export const expectedIn = (place: Place): Readonly<Record<string, string>> =>
  Object.fromEntries(slotsOf(place).map(name => [name, [...(GIVEN[name] ?? COMMENT), 'config'].sort().join(' ')]))
