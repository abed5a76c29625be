import { PlatformError, type User } from '@platform/plugin-sdk'
import { justSignedIn, signedIn } from '../../contract/caller.ts'
import type { ServerContext } from '../../contract/context.ts'

/**
 * The caller, who has given the password of the account again. Use it for acts that can't be undone, and for those that
 * decide who gets a session. Callers who have no password, because they sign in by a provider, have signed in within
 * the last hour.
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
