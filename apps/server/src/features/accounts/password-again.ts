import { PlatformError, type User } from '@platform/plugin-sdk'
import { justSignedIn, signedIn, signedInWithin } from '../../contract/caller.ts'
import type { ServerContext } from '../../contract/context.ts'

/** For how long a session that has just begun counts as a password that is given again. Milliseconds. */
const JUST_NOW = 10 * 60_000

/**
 * The caller, who has given the password of the account again, or signed in within the last ten minutes. Use it for
 * acts of administrators that can't be undone, and for those that decide who gets a session. A program that leaves the
 * password out right after it signed in needs no second one; a page sends what its field holds, so an empty password is
 * always asked for.
 *
 * @throws PlatformError as {@link withPasswordAgain} does
 */
export async function withRecentPassword(context: ServerContext, password: string | null | undefined): Promise<User> {
  if (typeof password !== 'string' && signedInWithin(context, JUST_NOW)) return signedIn(context)
  return withPasswordAgain(context, password)
}

/**
 * The caller, who has given the password of the account again. Callers who have no password, because they sign in by a
 * provider, have signed in within the last hour.
 *
 * @throws PlatformError PASSWORD_AGAIN without a password, PASSWORD_INCORRECT, LOGIN_MAXIMUM_EXCEEDED, or SIGN_IN_AGAIN
 */
export async function withPasswordAgain(context: ServerContext, password: string | null | undefined): Promise<User> {
  const user = signedIn(context)
  const { accountPasswords } = context.services
  if (!(await accountPasswords.has(user))) return justSignedIn(context)
  if (!password)
    throw new PlatformError('PASSWORD_AGAIN', 'Give your password again: this can’t be undone, or gives access', {
      status: 403,
    })
  await accountPasswords.verify(user, password)
  return user
}
