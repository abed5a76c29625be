import type { User } from '@platform/plugin-sdk'

/** Whether a user has one of the roles, for plugins that import `perms/utils`. */
export function check(user: User | null | undefined, roles: readonly string[]): boolean {
  return user?.roles.some(role => roles.includes(role)) ?? false
}
