/**
 * Says whether a token was issued before the time from which a user's tokens are valid. A change of password or role, a
 * ban and "sign out everywhere" set that time.
 *
 * `iat` has whole seconds, so a token from the same second may be older or newer than the change; it is refused. Give
 * `sign` the time as `issuedAfter`, and it dates a new token after it. A token without `iat` is refused too, because it
 * can't show that it is newer.
 *
 * @param token - a verified token
 * @param validAfter - the user's `validAfter`; without it no token is too old
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
 * Returns the `validAfter` that refuses every token made until now, also tokens that were dated ahead because of an
 * earlier change in the same second.
 *
 * @param previous - the user's `validAfter` so far
 * @param now - the time of the change. @defaultValue now
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
