import { strongestRole } from '@platform/auth'
import type { Docstore, Filter, Session } from '@platform/docstore'
import { NotAuthorizedError, PlatformError, type User } from '@platform/plugin-sdk'

/**
 * Whether somebody may decide about somebody: administrators about everybody else, moderators about those who
 * are neither. Nobody decides about themself, but an administrator may give up the role.
 *
 * @throws NotAuthorizedError when they may not.
 */
export function assertDecidesAbout(
  actor: Pick<User, 'id' | 'roles'>,
  target: Pick<User, 'id' | 'roles'>,
  { oneself = false } = {},
): void {
  if (actor.id === target.id && !oneself) throw new NotAuthorizedError('Nobody decides about their own account')
  const strength = strongestRole(actor.roles)
  if (strength !== 'ADMIN' && ['ADMIN', 'MODERATOR'].includes(strongestRole(target.roles)))
    throw new NotAuthorizedError('Only an administrator decides about administrators and moderators')
}

/**
 * Makes sure that an administrator is left who can act. The others are touched, so that of two changes at the same
 * time, each leaving only the other, one is made again and finds itself refused.
 *
 * @throws PlatformError LAST_ADMIN when nobody would be left.
 */
export async function assertAdministratorRemains(
  docstore: Docstore,
  leaving: Pick<User, 'id' | 'roles'>,
  { session, now }: { session: Session; now: Date },
): Promise<void> {
  if (!leaving.roles.includes('ADMIN')) return
  const others: Filter<User> = {
    roles: 'ADMIN',
    id: { $ne: leaving.id },
    'status.banned.status': { $ne: true },
    $or: [{ 'status.suspension.until': null }, { 'status.suspension.until': { $lte: now } }],
  }
  const { matchedCount } = await docstore
    .collection<User>('users')
    .updateMany(others, { $set: { updated_at: now } }, { session })
  if (matchedCount === 0)
    throw new PlatformError('LAST_ADMIN', 'This is the last administrator; make somebody else one first', {
      status: 409,
    })
}
