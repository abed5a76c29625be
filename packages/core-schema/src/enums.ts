/** Values of `USER_ROLES`, strongest first: the role of a user is the first of these that they have. */
export const USER_ROLES = ['ADMIN', 'MODERATOR', 'STAFF', 'COMMENTER'] as const
/** The role of a user on the site. */
export type UserRole = (typeof USER_ROLES)[number]

/** Values of `USER_STATUS_USERNAME`. */
export const USERNAME_STATUSES = ['UNSET', 'SET', 'APPROVED', 'REJECTED', 'CHANGED'] as const
/** Where the choice of a username stands. */
export type UsernameStatus = (typeof USERNAME_STATUSES)[number]

/** Values of `COMMENT_STATUS`. */
export const COMMENT_STATUSES = ['NONE', 'ACCEPTED', 'REJECTED', 'PREMOD', 'SYSTEM_WITHHELD'] as const
/** Where a comment stands. */
export type CommentStatus = (typeof COMMENT_STATUSES)[number]

/** The statuses of published comments; the default of every `statuses` argument. */
export const VISIBLE_COMMENT_STATUSES = ['NONE', 'ACCEPTED'] as const satisfies readonly CommentStatus[]

/** Values of `ACTION_TYPE` in the core; reaction plugins add their own. */
export const CORE_ACTION_TYPES = ['FLAG', 'DONTAGREE'] as const
/** A kind of action that the core knows; stored actions may have others. */
export type CoreActionType = (typeof CORE_ACTION_TYPES)[number]

/** Values of `SORT_COMMENTS_BY` in the core; plugins with a `Sort` add their own. */
export const CORE_COMMENT_SORTS = ['CREATED_AT', 'REPLIES'] as const
/** A sort of comments that the core knows; queries may ask for others. */
export type CoreCommentSort = (typeof CORE_COMMENT_SORTS)[number]

/** Values of `MODERATION_MODE`. */
export const MODERATION_MODES = ['PRE', 'POST'] as const
/** Whether comments wait for a moderator. */
export type ModerationMode = (typeof MODERATION_MODES)[number]

/** Values of `SORT_ORDER`. */
export const SORT_ORDERS = ['DESC', 'ASC'] as const
/** Direction of a sort. */
export type SortOrder = (typeof SORT_ORDERS)[number]
