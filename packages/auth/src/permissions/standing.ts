/** The state of a user's name. */
export type UsernameStatus = 'UNSET' | 'SET' | 'APPROVED' | 'REJECTED' | 'CHANGED'

/**
 * The part of a user record that permissions depend on; a stored user fits as it is. A missing field counts as not
 * banned, not suspended, no name status, no profile.
 */
export interface PermissionUser {
  readonly roles: readonly string[]
  readonly status?:
    | {
        readonly banned?: { readonly status?: boolean | undefined } | undefined
        readonly suspension?: { readonly until?: Date | null | undefined } | undefined
        readonly username?:
          | {
              readonly status?: UsernameStatus | null | undefined
              readonly history?: ReadonlyArray<{ readonly created_at: Date }> | undefined
            }
          | undefined
      }
    | undefined
  readonly profiles?: ReadonlyArray<{ readonly provider: string }> | undefined
  /** The stored hash; only whether there is one matters. */
  readonly password?: string | null | undefined
  /** The platform acting for itself. Set in memory, never read from a store. */
  readonly system?: boolean | undefined
}

/**
 * Says whether a user may do nothing at all now, being banned or suspended until a later moment. A suspension ends
 * exactly at its `until`.
 *
 * @param now milliseconds
 *
 * @example
 * ```ts
 * isBarred({ roles: ['ADMIN'], status: { banned: { status: true } } }) // true
 * ```
 */
export function isBarred(user: PermissionUser, now: number = Date.now()): boolean {
  if (user.status?.banned?.status === true) return true
  const until = user.status?.suspension?.until
  if (until === null || until === undefined) return false
  // An unreadable date keeps the user out rather than letting them in.
  return !(until.getTime() <= now)
}
