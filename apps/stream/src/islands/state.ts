import type { SlotName } from '@platform/client-sdk'

/** The slots of which a page that is no stream can have some. */
export type IslandName =
  | 'login'
  | 'authExternalSignIn'
  | 'authExternalSignUp'
  | 'authExternalAdminSignIn'
  | 'talkPluginAuth.formField'

null as unknown as IslandName satisfies SlotName

/** A slot in a page that is no stream. */
export interface IslandState {
  /** The id of the element that the slot fills. */
  readonly id: string
  readonly name: IslandName
  /** What the components are given, as far as JSON can say it. */
  readonly props: Readonly<Record<string, unknown>>
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
  readonly islands: readonly IslandState[]
}
