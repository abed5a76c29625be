import type { User } from '@platform/plugin-sdk'

/** Whether a user holds one of the roles. */
export function check(user: User | null | undefined, roles: readonly string[]): boolean {
  return user?.roles.some(role => roles.includes(role)) ?? false
}
