import type { CommentStatus, TaggableItemType, UsernameStatus, UserRole } from './enums.ts'

/**
 * The fields of every stored record. `id` is a UUID. Other records refer to `id`, never to `_id`, which is the store's.
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
 * A tag: who may use it, and on which kinds of items.
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
 * A tag on an item, with a copy of the tag as it was when it was assigned.
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
 * The number of actions of each kind: `flag`, `flag_comment_spam`, `respect` ...
 *
 * @example
 * const likes = (counts: ActionCounts) => counts['like'] ?? 0
 */
export type ActionCounts = Record<string, number>

/**
 * One body of a comment, past or present, and the time from which it applied.
 *
 * @example
 * const [original]: BodyHistoryEntry[] = comment.body_history
 */
export interface BodyHistoryEntry {
  body: string
  created_at: Date
}

/**
 * One status of a comment, past or present. `assigned_by` is `null` when the platform decided.
 *
 * @example
 * const before: StatusHistoryEntry | undefined = comment.status_history.at(-2)
 */
export interface StatusHistoryEntry {
  type: CommentStatus
  assigned_by: string | null
  /** `true` when a moderator decided, also after that account was deleted; absent otherwise, and on older entries. */
  decided?: boolean
  created_at: Date
  /** The moderation phase that decided; absent when a moderator did, or when no phase decided. */
  phase?: string
  /** The reason that the phase gave, for moderators. */
  reason?: string
  /** Why the moderator rejected it, as written for the author. */
  author_reason?: string
  /** The id of the bulk rejection that the decision belongs to. */
  bulk_rejection?: string
}

/**
 * A stored comment.
 *
 * @example
 * const excerpt = (comment: Comment) => comment.body?.slice(0, 80) ?? ''
 */
export interface Comment extends StoredRecord {
  asset_id: string
  /** `null` after the account of its author was deleted. */
  author_id: string | null
  /** `null` at the top level of a discussion. */
  parent_id: string | null
  body: string | null
  /**
   * Every body, oldest first; the first is the original. The store has it from the first edit on; loaders, mutators,
   * events and `models/comment` give it always.
   */
  body_history: BodyHistoryEntry[]
  status: CommentStatus
  /** Every status, oldest first; the last equals `status`. */
  status_history: StatusHistoryEntry[]
  /** The last decision of a moderator; absent when there was none. The author's karma follows it. */
  verdict?: CommentStatus
  /** While a job moves the karma of very many who flagged it: the decision before, and until when flags count. */
  karma_behind?: { readonly from: CommentStatus | null; readonly until: Date }
  /** Whether readers see it; only in the payload of an event and in records of `models/comment`. */
  readonly visible?: boolean
  /** Visible direct replies. */
  reply_count: number
  action_counts: ActionCounts
  tags: TagLink[]
  deleted_at: Date | null
  metadata: Record<string, unknown>
  /** Id of an imported comment in the system it was imported from. */
  source?: { id: string }
  /** The body digest, stored when the site withholds repeated texts; `null` for a short text. */
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
  /** Earlier addresses of this asset, and addresses of assets merged into it. They find this asset. */
  former_urls?: string[]
  title?: string | null
  description?: string | null
  author?: string | null
  image?: string | null
  section?: string | null
  subsection?: string | null
  publication_date?: Date | null
  modified_date?: Date | null
  /** Words by which a search finds the asset. They are stored with the texts that they come from. */
  words?: string[]
  closedAt: Date | null
  closedMessage: string | null
  /** The latest hundred times that it was opened or closed, each with the user and the `closedAt` that was set. */
  status_history?: { closedAt: Date | null; assigned_by: string | null; created_at: Date }[]
  scraped: Date | null
  /** Settings of this asset, which replace those of the site. */
  settings: Record<string, unknown>
  /** Numbers of visible comments: `total` at any depth, `roots` at the top level. */
  comment_counts: {
    total: number
    roots: number
    /** Numbers of all comments by status, visible or not. A status that no comment has may be missing. */
    statuses?: Partial<Record<CommentStatus, number>>
  }
  /** Time of the latest visible comment; `null` without one. */
  last_comment_at: Date | null
  tags: TagLink[]
  metadata: Record<string, unknown>
}

/**
 * One way by which a user signs in: a provider, and the user's id there. For `local` the id is the e-mail address in
 * lower case.
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
 * A value of an account status, with the user who set it and the time.
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
 * The account status of a user, with its history.
 *
 * @example
 * const banned = (status: UserStatus) => status.banned.status
 */
export interface UserStatus {
  /** Each entry has the username that it is about, except those of older servers. */
  username: { status: UsernameStatus; history: (HistoryEntry<UsernameStatus> & { username?: string })[] }
  banned: { status: boolean; history: HistoryEntry<boolean>[] }
  alwaysPremod: { status: boolean; history: HistoryEntry<boolean>[] }
  suspension: {
    until: Date | null
    history: { until: Date | null; assigned_by: string | null; created_at: Date; message?: string }[]
  }
}

/**
 * A user. The hash of the password and the personal tokens are not part of it, so that no plugin can give them away.
 *
 * @example
 * const isStaff = (user: User) => user.roles.includes('STAFF')
 */
export interface User extends StoredRecord {
  username: string
  lowercaseUsername: string
  roles: UserRole[]
  profiles: UserProfile[]
  status: UserStatus
  ignoresUsers: string[]
  action_counts: ActionCounts
  tags: TagLink[]
  metadata: Record<string, unknown>
  /** Tokens issued before this moment are refused. */
  validAfter?: Date | null
  /** When the account will be deleted, because its user requested that. */
  deletion_at?: Date | null
  /** When the user last requested a link to download the personal data. */
  last_download_at?: Date | null
  /** Part of the address of the user's picture, `User.avatar` of GraphQL; `null` or absent without one. */
  avatar_id?: string | null
}

/**
 * The methods of a user object: of `context.user`, of the loaders' users and of those of `models/user`.
 *
 * @example
 * const mayLook = (user: UserRecord) => user.can('SEARCH_OTHER_USERS')
 */
export interface UserMethods {
  /** The strongest role. Setting it gives the user this role only, as an older plugin expects. */
  role: UserRole
  /** The e-mail address with which the user signs in; `null` without one. */
  readonly firstEmail: string | null
  /** Whether the user has all of these permissions now. */
  can(...permissions: string[]): boolean
  /** Whether this is the password. Attempts are limited: beyond the limit it throws `LOGIN_MAXIMUM_EXCEEDED`. */
  verifyPassword(password: string): Promise<boolean>
  /** Stores the changed fields of `context.user` or of a user of `models/user`. */
  save(): Promise<User>
}

/**
 * A user as a context gives it.
 *
 * @example
 * const address = (user: UserRecord) => user.firstEmail
 */
export type UserRecord = User & UserMethods

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
  /** For a flag: whether a moderator has decided about the item since. The karma of the flag's user counts it then. */
  judged?: boolean
  /** Which decision it counts, for a flag on a comment that very many flagged: a job goes from one to the next. */
  judged_as?: CommentStatus
  metadata: Record<string, unknown>
}
