import type * as core from '@platform/core-schema'

/**
 * Where a comment stands: `NONE` and `ACCEPTED` are public.
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
 * What somebody is on the site; a user can be several.
 *
 * @example
 * const moderating: UserRole[] = ['ADMIN', 'MODERATOR']
 */
export type UserRole = core.UserRole

/**
 * Where the choice of a username stands.
 *
 * @example
 * const mustChoose = user.status.username.status === ('UNSET' satisfies UsernameStatus)
 */
export type UsernameStatus = core.UsernameStatus

/**
 * What can be tagged, flagged or reacted to.
 *
 * @example
 * const models: TaggableItemType[] = ['COMMENTS']
 */
export type TaggableItemType = 'ASSETS' | 'COMMENTS' | 'USERS'
