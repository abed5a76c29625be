import type { User, UserRole } from '@platform/plugin-sdk'
import type { Platform } from '@platform/server'
import type { MakeRecords, TestUser } from '@platform/server/testing'

/**
 * The caller of a test platform: an account of `createUser`, a stored user, or the roles and the username of a new
 * user. `null` is an anonymous reader.
 *
 * @example
 * const moderator: TestCaller = { roles: ['MODERATOR'] }
 */
export type TestCaller = TestUser | User | { readonly roles?: readonly UserRole[]; readonly username?: string } | null

/**
 * The older name of {@link TestCaller}.
 *
 * @example
 * const moderator: Viewer = { roles: ['MODERATOR'] }
 */
export type Viewer = TestCaller

/** The account of a caller, which is new for roles and a username. */
export function accountOf(
  caller: TestCaller,
  { platform, createUser }: { platform: Platform; createUser: MakeRecords['createUser'] },
): Promise<TestUser | null> {
  if (caller === null || 'token' in caller) return Promise.resolve(caller)
  if ('id' in caller)
    return platform.tokens.sign({ kind: 'session', userId: caller.id }).then(({ token }) => ({ user: caller, token }))
  return createUser(caller)
}
