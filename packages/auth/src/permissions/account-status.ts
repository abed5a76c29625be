/**
 * The state of a user's name.
 *
 * @example
 * ```ts
 * const waits = (status: UsernameStatus) => status === 'SET' || status === 'CHANGED'
 * ```
 */
export type UsernameStatus = 'UNSET' | 'SET' | 'APPROVED' | 'REJECTED' | 'CHANGED'

/**
 * The part of a user record that permissions depend on; a stored user has them all. Without a
 * field the user is not banned, is not suspended, and has no username status and no profile.
 *
 * @example
 * ```ts
 * const moderator: PermissionUser = { roles: ['MODERATOR'] }
 * ```
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
  /**
   * `true` for the platform itself, which then has every permission. It is set in memory, and never read from a store.
   */
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
  // With a date that can't be read the user is refused, because that is the safe answer.
  return !(until.getTime() <= now)
}
