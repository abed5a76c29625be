import type { CommentStatus, TaggableItemType, UserRole, UsernameStatus } from './enums.ts'

/** What every stored record has. `id` is a UUID; `_id` of the store is never a reference. */
export interface StoredRecord {
  readonly _id?: string
  id: string
  created_at: Date
  updated_at: Date
}

/** Who may use a tag, and on what; the seed's tag record. */
export interface Tag {
  name: string
  permissions: { public?: boolean; self?: boolean; roles?: readonly UserRole[] }
  models: readonly TaggableItemType[]
  created_at: Date
}

/** A tag on an item. The definition is copied when it is assigned. */
export interface TagLink {
  tag: Tag
  assigned_by: string | null
  created_at: Date
}

/** How often each kind of action was made: `flag`, `flag_comment_spam`, `respect` ... */
export type ActionCounts = Record<string, number>

export interface BodyHistoryEntry { body: string; created_at: Date }
export interface StatusHistoryEntry { type: CommentStatus; assigned_by: string | null; created_at: Date }

/** A stored comment. */
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
  /** Visible direct replies. */
  reply_count: number
  action_counts: ActionCounts
  tags: TagLink[]
  deleted_at: Date | null
  metadata: Record<string, unknown>
  /** Where an imported comment comes from. */
  source?: { id: string }
}

/** A stored asset: the page, article or topic that is discussed. */
export interface Asset extends StoredRecord {
  url: string
  title?: string | null
  description?: string | null
  author?: string | null
  image?: string | null
  section?: string | null
  closedAt: Date | null
  closedMessage: string | null
  scraped: Date | null
  /** Settings that differ from the site's. */
  settings: Record<string, unknown>
  /** Visible comments: at any depth, and at the top level. */
  comment_counts: { total: number; roots: number }
  /** Time of the latest visible comment. */
  last_comment_at: Date | null
  tags: TagLink[]
  metadata: Record<string, unknown>
}

/** One way a user signs in: `provider` and the id there; for `local` the e-mail in lower case. */
export interface UserProfile {
  provider: string
  id: string
  metadata?: { confirmed_at?: Date; [key: string]: unknown }
}

export interface HistoryEntry<Value> { status: Value; assigned_by: string | null; created_at: Date; message?: string }

export interface UserStatus {
  username: { status: UsernameStatus; history: HistoryEntry<UsernameStatus>[] }
  banned: { status: boolean; history: HistoryEntry<boolean>[] }
  alwaysPremod: { status: boolean; history: HistoryEntry<boolean>[] }
  suspension: { until: Date | null; history: { until: Date | null; assigned_by: string | null; created_at: Date; message?: string }[] }
}

/** A stored user. */
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
  tokens: { id: string; name: string; active: boolean }[]
  metadata: Record<string, unknown>
  /** Tokens issued before this moment are refused. */
  validAfter?: Date | null
}

/** A stored action: a flag, a don't-agree, a reaction. */
export interface Action extends StoredRecord {
  action_type: string
  item_type: TaggableItemType
  item_id: string
  /** `null` when the platform itself acted. */
  user_id: string | null
  group_id: string | null
  metadata: Record<string, unknown>
}
