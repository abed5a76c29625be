/** The roles of the platform, the strongest first. */
export const ROLES = ['ADMIN', 'MODERATOR', 'STAFF', 'COMMENTER'] as const

/** One of {@link ROLES}. */
export type Role = (typeof ROLES)[number]

/**
 * Whether a value is the name of a role.
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
 * The strongest of a user's roles, which is what GraphQL shows as `role`. Names that are no roles give
 * nothing; someone without any is a `COMMENTER`.
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

/** Whether `role` is `minimum` or stronger. */
export function isAtLeast(role: Role, minimum: Role): boolean {
  return ROLES.indexOf(role) <= ROLES.indexOf(minimum)
}
