import type { CommentStatus, TaggableItemType, UsernameStatus, UserRole } from './enums.ts'

/**
 * What every stored record has. `id` is a UUID; `_id` of the store is never a reference.
 *
 * @example
 * const age = (record: StoredRecord) => Date.now() - record.created_at.getTime()
 */
export interface StoredRecord {
  readonly _id?: string
  id: string
  created_at: Date
  updated_at: Date
}

/**
 * Who may use a tag, and on what.
 *
 * @example
 * const offTopic: Tag = {
 *   name: 'OFF_TOPIC',
 *   permissions: { public: true, self: true, roles: [] },
 *   models: ['COMMENTS'],
 *   created_at: new Date(),
 * }
 */
export interface Tag {
  name: string
  permissions: { public?: boolean; self?: boolean; roles?: readonly UserRole[] }
  models: readonly TaggableItemType[]
  created_at: Date
}

/**
 * A tag on an item. The definition is copied when it is assigned.
 *
 * @example
 * const featured = comment.tags.some((link: TagLink) => link.tag.name === 'FEATURED')
 */
export interface TagLink {
  tag: Tag
  assigned_by: string | null
  created_at: Date
}

/**
 * How often each kind of action was made: `flag`, `flag_comment_spam`, `respect` ...
 *
 * @example
 * const likes = (counts: ActionCounts) => counts['like'] ?? 0
 */
export type ActionCounts = Record<string, number>

/**
 * A body a comment had.
 *
 * @example
 * const [original]: BodyHistoryEntry[] = comment.body_history
 */
export interface BodyHistoryEntry {
  body: string
  created_at: Date
}

/**
 * A status a comment had; `assigned_by` is `null` when the platform decided.
 *
 * @example
 * const before: StatusHistoryEntry | undefined = comment.status_history.at(-2)
 */
export interface StatusHistoryEntry {
  type: CommentStatus
  assigned_by: string | null
  created_at: Date
  /** The moderation phase that decided; absent when a person did, or when no phase had anything to say. */
  phase?: string
  /** What that phase said about it, for moderators. */
  reason?: string
}

/**
 * A stored comment.
 *
 * @example
 * const excerpt = (comment: Comment) => comment.body?.slice(0, 80) ?? ''
 */
export interface Comment extends StoredRecord {
  asset_id: string
  /** `null` once the account of its author was deleted. */
  author_id: string | null
  /** `null` at the top level of a discussion. */
  parent_id: string | null
  body: string | null
  /** Every body, oldest first; the first is the original. */
  body_history: BodyHistoryEntry[]
  status: CommentStatus
  /** Every status, oldest first; the last equals `status`. */
  status_history: StatusHistoryEntry[]
  /** What a moderator decided last; absent when nobody did. The author's karma follows it. */
  verdict?: CommentStatus
  /** Visible direct replies. */
  reply_count: number
  action_counts: ActionCounts
  tags: TagLink[]
  deleted_at: Date | null
  metadata: Record<string, unknown>
  /** Where an imported comment comes from. */
  source?: { id: string }
  /** A digest of what it says, where the site holds back what is said again; `null` for a short text. */
  said?: string | null
}

/**
 * A stored asset: the page, article or topic that is discussed.
 *
 * @example
 * const isOpen = (asset: Asset) => asset.closedAt === null || asset.closedAt > new Date()
 */
export interface Asset extends StoredRecord {
  url: string
  /** Addresses it had before, its own and those of discussions merged into it: they lead here. */
  former_urls?: string[]
  title?: string | null
  description?: string | null
  author?: string | null
  image?: string | null
  section?: string | null
  subsection?: string | null
  publication_date?: Date | null
  modified_date?: Date | null
  /** Words it is found by, kept with what they come from. */
  words?: string[]
  closedAt: Date | null
  closedMessage: string | null
  /** When it was opened or closed by whom, the latest hundred; `closedAt` is what was set. */
  status_history?: { closedAt: Date | null; assigned_by: string | null; created_at: Date }[]
  scraped: Date | null
  /** Settings that differ from the site's. */
  settings: Record<string, unknown>
  /** Visible comments: at any depth, and at the top level. */
  comment_counts: {
    total: number
    roots: number
    /** All comments by status, seen or not; a status that no comment has may be missing. */
    statuses?: Partial<Record<CommentStatus, number>>
  }
  /** Time of the latest visible comment. */
  last_comment_at: Date | null
  tags: TagLink[]
  metadata: Record<string, unknown>
}

/**
 * One way a user signs in: `provider` and the id there; for `local` the e-mail in lower case.
 *
 * @example
 * const email = (profiles: UserProfile[]) => profiles.find(({ provider }) => provider === 'local')?.id
 */
export interface UserProfile {
  provider: string
  id: string
  metadata?: { confirmed_at?: Date; [key: string]: unknown }
}

/**
 * A value somebody gave a user.
 *
 * @example
 * const lastBan: HistoryEntry<boolean> | undefined = user.status.banned.history.at(-1)
 */
export interface HistoryEntry<Value> {
  status: Value
  assigned_by: string | null
  created_at: Date
  message?: string
}

/**
 * Where an account stands, and how it came there.
 *
 * @example
 * const banned = (status: UserStatus) => status.banned.status
 */
export interface UserStatus {
  username: { status: UsernameStatus; history: HistoryEntry<UsernameStatus>[] }
  banned: { status: boolean; history: HistoryEntry<boolean>[] }
  alwaysPremod: { status: boolean; history: HistoryEntry<boolean>[] }
  suspension: {
    until: Date | null
    history: { until: Date | null; assigned_by: string | null; created_at: Date; message?: string }[]
  }
}

/**
 * A stored user.
 *
 * @example
 * const isStaff = (user: User) => user.roles.includes('STAFF')
 */
export interface User extends StoredRecord {
  username: string
  lowercaseUsername: string
  /** A password hash; absent for people who sign in elsewhere. */
  password?: string
  roles: UserRole[]
  profiles: UserProfile[]
  status: UserStatus
  ignoresUsers: string[]
  action_counts: ActionCounts
  tags: TagLink[]
  /** Personal access tokens. One issued before `validAfter` is refused too. */
  tokens: { id: string; name: string; active: boolean; issued_at?: Date }[]
  metadata: Record<string, unknown>
  /** Tokens issued before this moment are refused. */
  validAfter?: Date | null
  /** When the account will be deleted, as its owner asked. */
  deletion_at?: Date | null
}

/**
 * A stored action: a flag, a don't-agree, a reaction.
 *
 * @example
 * const isFlag = (action: Action) => action.action_type === 'FLAG'
 */
export interface Action extends StoredRecord {
  action_type: string
  item_type: TaggableItemType
  item_id: string
  /** `null` when the platform itself acted. */
  user_id: string | null
  group_id: string | null
  /** Of a flag: whether a moderator has decided about the item since; its author's karma knows. */
  judged?: boolean
  metadata: Record<string, unknown>
}
