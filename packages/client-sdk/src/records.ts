/**
 * What every slot knows of a comment. A plugin's fragments on `Comment` add fields, which it names for the compiler:
 * `declare module '@platform/client-sdk' { interface SlotComment { readonly bookmarkCount: number } }`.
 */
export interface SlotComment {
  readonly id: string
  /** `null` once it is deleted. */
  readonly body: string | null
  /** ISO 8601. */
  readonly created_at: string
  readonly status: 'NONE' | 'ACCEPTED' | 'REJECTED' | 'PREMOD' | 'SYSTEM_WITHHELD'
  readonly replyCount: number | null
  readonly parent: { readonly id: string } | null
  readonly user: {
    readonly id: string
    readonly username: string | null
    /** The address of the picture on the platform, `null` for none. */
    readonly avatar?: string | null
  } | null
  readonly tags: readonly { readonly tag: { readonly name: string } }[] | null
}

/** What depends on who reads, by the names of the fields. */
export type OwnFields = Readonly<Record<string, unknown>> | null

/** The part of a comment that has changed. */
export interface ChangedComment {
  /** The fields that have another value, of those that all readers get. */
  readonly comment?: Readonly<Record<string, unknown>>
  /** All that depends on who reads. It replaces what was known, so give it whole: `{ ...own, isBookmarked: true }`. */
  readonly own?: OwnFields
}

/** How a page changes a comment that it shows, without asking the server. */
export type CommentChange = (comment: SlotComment, own: OwnFields) => ChangedComment

/**
 * What every slot knows of a discussion. A plugin's fragments on `Asset` add fields, which it names for the compiler:
 * `declare module '@platform/client-sdk' { interface SlotAsset { readonly pinnedCount: number } }`. They are read again
 * with the comments.
 */
export interface SlotAsset {
  readonly id: string
  readonly url: string | null
  readonly title: string | null
  readonly totalCommentCount: number | null
  readonly isClosed: boolean
}

/**
 * How a page changes what it shows of its discussion, without asking the server: gives the fields that change. `own`
 * replaces all that depends on who reads, so give it whole: `{ own: { ...own, isFollowed: true } }`.
 */
export type AssetChange = (asset: SlotAsset, own: OwnFields) => Partial<SlotAsset> & { readonly own?: OwnFields }

/** What is no comment and no discussion: the fields that a plugin's fragments on `RootQuery` ask for. */
export interface SlotRoot {}

/** Who reads, as slots see them. */
export interface SlotViewer {
  readonly id: string
  readonly username: string | null
  readonly role: string | null
  /** What moderators decided about the account. */
  readonly state?: {
    readonly status: {
      /** `UNSET`, `SET`, `CHANGED`, `APPROVED` or `REJECTED`. */
      readonly username: { readonly status: string }
      readonly banned: { readonly status: boolean }
      /** `until` is ISO 8601; `null` without a suspension. */
      readonly suspension: { readonly until: string | null }
    } | null
  } | null
}
