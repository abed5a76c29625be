import type { Permission } from '@platform/auth'
import { NotAuthorizedError, PlatformError, type User } from '@platform/plugin-sdk'
import type { ServerContext } from './context.ts'

/** The caller, who may be banned. @throws NotAuthorizedError for an anonymous reader */
export function signedIn({ user }: ServerContext): User {
  if (!user) throw new NotAuthorizedError()
  return user
}

/** How old a session of a recent sign-in is at most. Milliseconds. */
const RECENT = 60 * 60_000

/**
 * The caller, who has signed in within the last hour. Use it for acts that a stolen session or a program must not do.
 *
 * @throws NotAuthorizedError for an anonymous reader, PlatformError SIGN_IN_AGAIN for an older session, for a personal
 * token and inside a frame
 */
export function justSignedIn(context: ServerContext): User {
  const user = signedIn(context)
  if (context.credential?.kind === 'frame')
    throw new PlatformError(
      'SIGN_IN_AGAIN',
      'This is not possible inside a page of another site: open your account on the platform’s own pages',
      { status: 403 },
    )
  if (!signedInWithin(context, RECENT))
    throw new PlatformError(
      'SIGN_IN_AGAIN',
      'Sign in again first: this is possible only within an hour of signing in',
      { status: 403 },
    )
  return user
}

/** Whether the caller's own session began at most so many milliseconds ago. Frames and programs have none. */
export function signedInWithin({ credential, services }: ServerContext, age: number): boolean {
  const { kind, issuedAt } = credential ?? {}
  return kind === 'session' && issuedAt !== undefined && services.clock.now().getTime() - issuedAt.getTime() <= age
}

/**
 * The caller, who has the permission and a session of the platform's own pages. Programs and frames make neither
 * personal tokens nor links with the data of others.
 *
 * @throws NotAuthorizedError
 */
export function allowedBySession(context: ServerContext, permission: Permission): User {
  const kind = context.credential?.kind
  if (kind === 'personal' || kind === 'frame')
    throw new NotAuthorizedError(
      'A personal token or a frame is not enough for this; sign in on the platform’s own pages',
    )
  return allowed(context, permission)
}

/** The caller, who has the permission. @throws NotAuthorizedError */
export function allowed(context: ServerContext, permission: Permission): User {
  if (!context.can(permission)) throw new NotAuthorizedError()
  return signedIn(context)
}
