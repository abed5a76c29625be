export { Avatar, createTranslator, directionOf, type StoredDocument, type Translator } from '@platform/client-kit'
export * as documents from '../documents/generated.ts'
export { documentTexts } from '../documents/texts.ts'
export type { IslandName, IslandState, IslandsState } from '../islands/state.ts'
export { ownCommentsQuery, PROFILE_PAGE, type ProfileAround } from '../profile/around.ts'
export { CommentsBy } from '../profile/comments-by.tsx'
export { NextPage } from '../profile/next-page.tsx'
export { OwnComments } from '../profile/own-comments.tsx'
export { Parts } from '../profile/parts.tsx'
export { Head, OwnHead } from '../profile/profile-head.tsx'
export type { AllTexts as StreamTexts } from '../texts/index.ts'
export { languages } from '../texts/index.ts'
export { ALL, anchorOf, discussionAddress, userPath } from '../thread/addresses.ts'
export { CommentText } from '../thread/comment-text.tsx'
export { COMMENTS, coreTabOf, coreTabs, coreTabsFor } from '../thread/core-tabs.ts'
export { OVERLAP } from '../thread/overlap.ts'
export { settingErrors } from '../thread/setting-errors.ts'
export { cut, shorten } from '../thread/shortened.ts'
export { discussionOwnIn } from '../thread/slot-props.ts'
export { FIRST_SORT, sortOf, sortVariables } from '../thread/sorts.ts'
export type {
  Branch,
  BranchPage,
  BuildFacts,
  FormKind,
  Notice,
  OpenForm,
  Place,
  Refused,
  SiteFacts,
  StreamState,
} from '../thread/state.ts'
export { type BrowserFile, embedScript, kitStyle } from './files.ts'
export { jsonText } from './json-text.ts'
export { loadStreamBuild, RELEASED_BUILD, type RenderOptions, type StreamBuild, withParts } from './stream-build.ts'
