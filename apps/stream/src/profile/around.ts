import type { Translator } from '@platform/client-kit'
import type { SlotName, SlotProps } from '@platform/client-sdk'
import type { ComponentChildren } from 'preact'
import type { OwnProfileQuery } from '../documents/generated.ts'
import type { ProfileTextName } from '../texts/profile-en.ts'

/** The reader's own profile, with the comments that were read so far. */
export type OwnProfile = NonNullable<OwnProfileQuery['me']>
/** A comment in the list of its author. */
export type OwnComment = OwnProfile['comments']['nodes'][number]

/** The discussion that a comment is in. */
export type ProfileAsset = NonNullable<OwnComment['asset']>

/** The comments of one page of a profile. */
export const PROFILE_PAGE = 20

/** What asks for the reader's own comments, in whatever status they are. */
export const ownCommentsQuery = (cursor: string | null) => ({ statuses: null, limit: PROFILE_PAGE, cursor })

interface PlaceOptions {
  readonly as?: 'div' | 'span'
  /** The one plugin whose components are shown. Default: all. */
  readonly only?: string
  /** What is shown when no plugin fills the slot. */
  readonly otherwise?: ComponentChildren
}

/** What the parts of a profile find around them, in a stream and on a page of the platform. */
export interface ProfileAround {
  readonly texts: Translator<ProfileTextName>
  /** Where links to discussions open. A link in a frame must not replace the frame. */
  readonly target: '_top' | undefined
  discussionAddress(asset: ProfileAsset): string
  commentAddress(asset: ProfileAsset, comment: string): string
  /** Whether this reader finds their own comment there while it waits for a moderator. */
  readonly showsWaiting: boolean
  /** What a click on the link to a comment does here; without it the link is followed. */
  onShow?(asset: ProfileAsset, comment: string): ((event: MouseEvent) => void) | undefined
  /** Where a picture is. */
  picture(avatar: string | null): string | null
  /** A time, as it is shown where the profile is. */
  time(time: string): ComponentChildren
  /** The text of a comment without plugins. */
  body(text: string): ComponentChildren
  slot<Name extends SlotName>(name: Name, props: SlotProps[Name], options?: PlaceOptions): ComponentChildren
  /** What plugins ask for beyond users and comments. */
  readonly slotRoot: SlotProps['profileSections']['root']
}
