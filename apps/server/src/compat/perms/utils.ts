import type { User } from '@platform/plugin-sdk'

/** Whether a user has one of the roles, for plugins that import `perms/utils`. */
export function check(user: User | null | undefined, roles: readonly string[]): boolean {
  return user?.roles.some(role => roles.includes(role)) ?? false
}

/** The module as older plugins require it. */
export const utils = { check }

export default utils
export { utils as 'module.exports' }
