/**
 * Whether a token is from before the moment since which a user's tokens are valid (password change, role
 * change, ban, "log out everywhere").
 *
 * `iat` counts whole seconds, so a token made in the very second of the change could be from either side of
 * it and counts as older. `sign` is told of the moment (`issuedAfter`) and dates a new token behind it. A
 * token without `iat` can't show that it is newer, so it counts as older too.
 *
 * @param token a verified token
 * @param validAfter the user's `validAfter`; without one nothing is too old
 *
 * @example
 * ```ts
 * if (isIssuedBefore(token, user.validAfter)) throw new TokenError('expired')
 * ```
 */
export function isIssuedBefore(
  token: { readonly issuedAt?: Date | undefined },
  validAfter: Date | null | undefined,
): boolean {
  if (validAfter === null || validAfter === undefined) return false
  if (token.issuedAt === undefined) return true
  return seconds(token.issuedAt) <= seconds(validAfter)
}

/**
 * The `validAfter` that refuses every token made until now, also those that were dated ahead because of an
 * earlier change in the same second.
 *
 * @param previous the user's `validAfter` so far
 * @param now default: the present
 *
 * @example
 * ```ts
 * await users.updateOne({ id: user.id }, { $set: { password, validAfter: nextValidAfter(user.validAfter) } })
 * ```
 */
export function nextValidAfter(previous: Date | null | undefined, now: Date = new Date()): Date {
  if (!previous || seconds(previous) < seconds(now)) return now
  return new Date((seconds(previous) + 1) * 1000)
}

function seconds(date: Date): number {
  return Math.floor(date.getTime() / 1000)
}
