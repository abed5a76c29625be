import { AuthError } from '../errors.ts'
import { isBarred, type PermissionUser } from './account-status.ts'
import { isAtLeast, strongestRole } from './roles.ts'
import { PERMISSIONS, type Permission, type PermissionRule } from './table.ts'

/**
 * Says whether a user has all of the named permissions.
 *
 * @example
 * ```ts
 * const mayModerate = (can: Can, user: PermissionUser | null) => can(user, 'SET_COMMENT_STATUS')
 * ```
 */
export type Can = (user: PermissionUser | null | undefined, ...permissions: readonly Permission[]) => boolean

/**
 * Makes a permission check with a given clock. {@link can} uses the real clock.
 *
 * @example
 * ```ts
 * const can = createPermissionCheck({ now: () => clock.now() })
 * ```
 */
export function createPermissionCheck({ now = Date.now }: { readonly now?: (() => number) | undefined } = {}): Can {
  return (user, ...permissions) => {
    const rules = permissions.map(ruleOf)
    if (rules.length === 0) throw new AuthError('PERMISSION_UNKNOWN', 'No permission was named. Name at least one.')
    const moment = now()
    if (!user || isBarred(user, moment)) return false
    if (user.system === true) return true
    const role = strongestRole(user.roles)
    return rules.every(({ from, when }) => isAtLeast(role, from) && (when?.(user, moment) ?? true))
  }
}

/**
 * Says whether a user has every one of the named permissions. An anonymous reader (`null`) has none; a banned or
 * suspended user has none in any role; the system user has all.
 *
 * @throws AuthError `PERMISSION_UNKNOWN` for a name that is not in {@link PERMISSIONS}, and for no name.
 *
 * @example
 * ```ts
 * if (!can(context.user, 'SET_COMMENT_STATUS')) throw new NotAuthorizedError()
 * ```
 */
export const can: Can = createPermissionCheck()

function ruleOf(permission: Permission): PermissionRule {
  if (Object.hasOwn(PERMISSIONS, permission)) return PERMISSIONS[permission]
  throw new AuthError(
    'PERMISSION_UNKNOWN',
    `There is no permission ${JSON.stringify(permission)}. PERMISSIONS of @platform/auth lists them all.`,
  )
}
