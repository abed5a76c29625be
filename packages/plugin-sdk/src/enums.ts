import type * as core from '@platform/core-schema'

/**
 * The status of a comment. Comments with `NONE` and `ACCEPTED` are public.
 *
 * @example
 * const held: CommentStatus[] = ['PREMOD', 'SYSTEM_WITHHELD']
 */
export type CommentStatus = core.CommentStatus

/**
 * Direction of a sort.
 *
 * @example
 * const newestFirst: SortOrder = 'DESC'
 */
export type SortOrder = core.SortOrder

/**
 * A role of a user on the site; a user can have several.
 *
 * @example
 * const moderating: UserRole[] = ['ADMIN', 'MODERATOR']
 */
export type UserRole = core.UserRole

/**
 * Whether a user has chosen a username, and whether moderators accept it.
 *
 * @example
 * const mustChoose = user.status.username.status === ('UNSET' satisfies UsernameStatus)
 */
export type UsernameStatus = core.UsernameStatus

/**
 * A kind of item that can be tagged, flagged or reacted to.
 *
 * @example
 * const models: TaggableItemType[] = ['COMMENTS']
 */
export type TaggableItemType = 'ASSETS' | 'COMMENTS' | 'USERS'
