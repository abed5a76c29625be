/**
 * Values of `USER_ROLES`, strongest first. The role of a user is the first of these that the user has.
 *
 * @example
 * const isStrongest = (role: UserRole) => role === USER_ROLES[0]
 */
export const USER_ROLES = ['ADMIN', 'MODERATOR', 'STAFF', 'COMMENTER'] as const
/**
 * The role of a user on the site.
 *
 * @example
 * const role: UserRole = 'MODERATOR'
 */
export type UserRole = (typeof USER_ROLES)[number]

/**
 * Values of `USER_STATUS_USERNAME`.
 *
 * @example
 * const schema = z.enum(USERNAME_STATUSES)
 */
export const USERNAME_STATUSES = ['UNSET', 'SET', 'APPROVED', 'REJECTED', 'CHANGED'] as const
/**
 * Whether a user has chosen a username, and whether moderators accept it.
 *
 * @example
 * const status: UsernameStatus = 'REJECTED'
 */
export type UsernameStatus = (typeof USERNAME_STATUSES)[number]

/**
 * Values of `COMMENT_STATUS`.
 *
 * @example
 * const schema = z.enum(COMMENT_STATUSES)
 */
export const COMMENT_STATUSES = ['NONE', 'ACCEPTED', 'REJECTED', 'PREMOD', 'SYSTEM_WITHHELD'] as const
/**
 * The status of a comment.
 *
 * @example
 * const held: CommentStatus = 'PREMOD'
 */
export type CommentStatus = (typeof COMMENT_STATUSES)[number]

/**
 * The statuses of published comments; the default of every `statuses` argument.
 *
 * @example
 * const filter = { status: { $in: VISIBLE_COMMENT_STATUSES } }
 */
export const VISIBLE_COMMENT_STATUSES = ['NONE', 'ACCEPTED'] as const satisfies readonly CommentStatus[]

/**
 * Values of `ACTION_TYPE` in the core; reaction plugins add their own.
 *
 * @example
 * const isOfCore = (type: string) => CORE_ACTION_TYPES.some(known => known === type)
 */
export const CORE_ACTION_TYPES = ['FLAG', 'DONTAGREE'] as const
/**
 * A kind of action that the core knows; stored actions may have others.
 *
 * @example
 * const type: CoreActionType = 'FLAG'
 */
export type CoreActionType = (typeof CORE_ACTION_TYPES)[number]

/**
 * Values of `SORT_COMMENTS_BY` in the core; plugins with a `Sort` add their own.
 *
 * @example
 * const isOfCore = (sort: string) => CORE_COMMENT_SORTS.some(known => known === sort)
 */
export const CORE_COMMENT_SORTS = ['CREATED_AT', 'REPLIES'] as const
/**
 * A sort of comments that the core knows; queries may ask for others.
 *
 * @example
 * const sort: CoreCommentSort = 'CREATED_AT'
 */
export type CoreCommentSort = (typeof CORE_COMMENT_SORTS)[number]

/**
 * Values of `MODERATION_MODE`.
 *
 * @example
 * const schema = z.enum(MODERATION_MODES)
 */
export const MODERATION_MODES = ['PRE', 'POST'] as const
/**
 * Whether comments wait for a moderator.
 *
 * @example
 * const mode: ModerationMode = 'PRE'
 */
export type ModerationMode = (typeof MODERATION_MODES)[number]

/**
 * Values of `SORT_ORDER`.
 *
 * @example
 * const schema = z.enum(SORT_ORDERS)
 */
export const SORT_ORDERS = ['DESC', 'ASC'] as const
/**
 * Direction of a sort.
 *
 * @example
 * const order: SortOrder = 'DESC'
 */
export type SortOrder = (typeof SORT_ORDERS)[number]
