import type { User } from '@platform/plugin-sdk'

/** Whether a user works for the site, as staff, moderator or administrator. */
export function isStaff({ roles }: Pick<User, 'roles'>): boolean {
  return roles.some(role => role !== 'COMMENTER')
}
