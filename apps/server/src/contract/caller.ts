import type { Permission } from '@platform/auth'
import { NotAuthorizedError, PlatformError, type User } from '@platform/plugin-sdk'
import type { ServerContext } from './context.ts'

/** The caller, who may be banned. @throws NotAuthorizedError for nobody */
export function signedIn({ user }: ServerContext): User {
  if (!user) throw new NotAuthorizedError()
  return user
}

/** How long a sign-in counts as just now. Milliseconds. */
const JUST_NOW = 60 * 60_000

/**
 * The caller, who has signed in within the hour: for what a stolen session or a program must not do.
 *
 * @throws NotAuthorizedError for nobody, PlatformError SIGN_IN_AGAIN for an older session and for a personal token
 */
export function justSignedIn(context: ServerContext): User {
  const user = signedIn(context)
  const { kind, issuedAt } = context.credential ?? {}
  if (kind !== 'session' || !issuedAt || context.services.clock.now().getTime() - issuedAt.getTime() > JUST_NOW)
    throw new PlatformError(
      'SIGN_IN_AGAIN',
      'Sign in again first, as you usually do; this is done within an hour of it',
      { status: 403 },
    )
  return user
}

/** The caller, by a session: programs with a personal token make and end none. @throws NotAuthorizedError */
export function allowedBySession(context: ServerContext, permission: Permission): User {
  if (context.credential?.kind === 'personal')
    throw new NotAuthorizedError('A personal token does not decide about personal tokens; sign in')
  return allowed(context, permission)
}

/** The caller, who has the permission. @throws NotAuthorizedError */
export function allowed(context: ServerContext, permission: Permission): User {
  if (!context.can(permission)) throw new NotAuthorizedError()
  return signedIn(context)
}
