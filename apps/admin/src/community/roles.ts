/** The roles, strongest first. */
export const ROLES = ['ADMIN', 'MODERATOR', 'STAFF', 'COMMENTER'] as const

export type Role = (typeof ROLES)[number]

export const ROLE_NAMES = {
  ADMIN: 'roleAdmin',
  MODERATOR: 'roleModerator',
  STAFF: 'roleStaff',
  COMMENTER: 'roleCommenter',
} as const

/** What the role lets a user do. */
export const ROLE_HINTS = {
  ADMIN: 'roleAdminMeans',
  MODERATOR: 'roleModeratorMeans',
  STAFF: 'roleStaffMeans',
  COMMENTER: 'roleCommenterMeans',
} as const
