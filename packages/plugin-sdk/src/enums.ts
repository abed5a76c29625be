export type { CommentStatus, SortOrder, UserRole, UsernameStatus } from '@platform/core-schema'

/** What can be tagged, flagged or reacted to. */
export type TaggableItemType = 'ASSETS' | 'COMMENTS' | 'USERS'
