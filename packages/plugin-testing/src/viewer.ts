import type { User, UserRole } from '@platform/plugin-sdk'
import type { Platform } from '@platform/server'
import type { MakeRecords, TestUser } from '@platform/server/testing'

/**
 * The caller: an account of `createUser`, a stored user, or roles and a name for an account made when needed.
 * `null` is an anonymous reader.
 *
 * @example
 * const moderator: Viewer = { roles: ['MODERATOR'] }
 */
export type Viewer = TestUser | User | { readonly roles?: readonly UserRole[]; readonly username?: string } | null

/** The account of a viewer; for roles and a name, a new account. */
export function accountOf(
  viewer: Viewer,
  { platform, createUser }: { platform: Platform; createUser: MakeRecords['createUser'] },
): Promise<TestUser | null> {
  if (viewer === null || 'token' in viewer) return Promise.resolve(viewer)
  if ('id' in viewer)
    return platform.tokens.sign({ kind: 'session', userId: viewer.id }).then(({ token }) => ({ user: viewer, token }))
  return createUser(viewer)
}
