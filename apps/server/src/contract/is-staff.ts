import type { User } from '@platform/plugin-sdk'

/** Whether somebody works for the site: staff, moderators and administrators. */
export function isStaff({ roles }: Pick<User, 'roles'>): boolean {
  return roles.some(role => role !== 'COMMENTER')
}
