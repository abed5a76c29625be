/**
 * The roles of the platform, the strongest first.
 *
 * @example
 * ```ts
 * for (const role of ROLES) console.log(role) // ADMIN, MODERATOR, STAFF, COMMENTER
 * ```
 */
export const ROLES = ['ADMIN', 'MODERATOR', 'STAFF', 'COMMENTER'] as const

/**
 * One of {@link ROLES}.
 *
 * @example
 * ```ts
 * const role: Role = strongestRole(user.roles)
 * ```
 */
export type Role = (typeof ROLES)[number]

/**
 * Says whether a value is the name of a role.
 *
 * @example
 * ```ts
 * isRole('ADMIN') // true
 * isRole('admin') // false
 * ```
 */
export function isRole(value: unknown): value is Role {
  return (ROLES as readonly unknown[]).includes(value)
}

/**
 * Returns the strongest of a user's roles, which GraphQL shows as `role`. Unknown names are ignored, and a user without
 * a role is a `COMMENTER`.
 *
 * @example
 * ```ts
 * strongestRole(['STAFF', 'MODERATOR']) // 'MODERATOR'
 * strongestRole([]) // 'COMMENTER'
 * ```
 */
export function strongestRole(roles: readonly string[]): Role {
  return ROLES.find(role => roles.includes(role)) ?? 'COMMENTER'
}

/** Says whether `role` is `minimum` or stronger. */
export function isAtLeast(role: Role, minimum: Role): boolean {
  return ROLES.indexOf(role) <= ROLES.indexOf(minimum)
}
