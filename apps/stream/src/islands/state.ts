import type { SlotName, SlotViewer } from '@platform/client-sdk'

/** The slots of which a page that is no stream can have some. */
export type IslandName =
  | 'login'
  | 'authExternalSignIn'
  | 'authExternalSignUp'
  | 'authExternalAdminSignIn'
  | 'talkPluginAuth.formField'
  | 'profileHeader'
  | 'profileSections'
  | 'profileTabs'
  | 'profileTabsPrepend'
  | 'profileTabPanes'
  | 'profileSettings'
  | 'notificationSettings'
  | 'historyCommentTimestamp'
  | 'commentContent'

null as unknown as IslandName satisfies SlotName

/** A slot in a page that is no stream. */
export interface IslandState {
  /** The id of the element that the slot fills. */
  readonly id: string
  readonly name: IslandName
  /** What the components are given, as far as JSON can say it. */
  readonly props: Readonly<Record<string, unknown>>
  /** The one plugin whose components are shown. Default: all. */
  readonly only?: string | undefined
  /** Whether it stands in a line. */
  readonly inLine?: boolean | undefined
  /** Whether what components tell is read out here. It is so in one island of a page. */
  readonly tells: boolean
}

/** The slots of a page, and what is around them. */
export interface IslandsState {
  /** The address of the platform, without a slash at the end. */
  readonly root: string
  readonly lang: string
  /** What stands behind the ids of the stored documents. */
  readonly documents: string
  /** The client parts that are listed. */
  readonly parts: readonly string[]
  /** What browsers may know of the configuration of plugins on the server. */
  readonly partsConfig: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  /** The user who is signed in; `null` in a page that readers share. */
  readonly viewer: SlotViewer | null
  /** The sentence for a change that the server did not answer. */
  readonly failed: string
  /** The address at which a reader signs in, and comes back. */
  readonly signIn: string | null
  readonly islands: readonly IslandState[]
}
