import { AuthError } from '../errors.ts'
import { isBarred, type PermissionUser } from './account-status.ts'
import { isRole, ROLES, type Role } from './roles.ts'

/**
 * Says whether a user passes. `now` is in milliseconds.
 *
 * @example
 * ```ts
 * const staffOnly: RoleGuard = defineRoleGuard('ADMIN', 'MODERATOR', 'STAFF')
 * ```
 */
export type RoleGuard = (user: PermissionUser | null | undefined, now?: number) => boolean

/**
 * The rule behind `needed('ADMIN')`: the user has one of the roles and is neither banned nor suspended.
 * Without roles any such user passes.
 *
 * @throws AuthError `ROLE_UNKNOWN` when the guard is made, so that a misspelt role is found at the start.
 *
 * @example
 * ```ts
 * const guard = defineRoleGuard('ADMIN', 'MODERATOR')
 * guard(request.user) // false for null
 * ```
 */
export function defineRoleGuard(...roles: readonly Role[]): RoleGuard {
  const unknown = roles.find(role => !isRole(role))
  if (unknown !== undefined) {
    throw new AuthError(
      'ROLE_UNKNOWN',
      `There is no role ${JSON.stringify(unknown)}. The roles are ${ROLES.join(', ')}.`,
    )
  }
  return (user, now = Date.now()) => {
    if (!user || isBarred(user, now)) return false
    return user.system === true || roles.length === 0 || roles.some(role => user.roles.includes(role))
  }
}
