/**
 * Whether a token is from before the moment since which a user's tokens are valid (password change, role
 * change, ban, "log out everywhere").
 *
 * `iat` counts whole seconds, so the moment is rounded down to its second: a token made right after the
 * change works, and one made in the same second before it does too. A token without `iat` can't show that
 * it is newer, so it counts as older.
 *
 * @param token a verified token
 * @param validAfter the user's `validAfter`; without one nothing is too old
 *
 * @example
 * ```ts
 * if (isIssuedBefore(token, user.validAfter)) throw new TokenError('expired')
 * ```
 */
export function isIssuedBefore(token: { readonly issuedAt?: Date | undefined }, validAfter: Date | null | undefined): boolean {
  if (validAfter === null || validAfter === undefined) return false
  if (token.issuedAt === undefined) return true
  return seconds(token.issuedAt) < seconds(validAfter)
}

function seconds(date: Date): number {
  return Math.floor(date.getTime() / 1000)
}
