import { strongestRole } from '@platform/auth'
import type { Docstore, Filter, Session } from '@platform/docstore'
import { NotAuthorizedError, PlatformError, type User } from '@platform/plugin-sdk'

/**
 * Makes sure that a user may decide about another: an administrator about every other user, a moderator about users who
 * are neither. No user decides about the own account, but an administrator may give up the role.
 *
 * @param oneself allows a decision about the own account, such as its deletion.
 * @throws NotAuthorizedError when the actor may not decide.
 */
export function assertDecidesAbout(
  actor: Pick<User, 'id' | 'roles'>,
  target: Pick<User, 'id' | 'roles'>,
  { oneself = false } = {},
): void {
  if (actor.id === target.id && !oneself) throw new NotAuthorizedError("You can't decide about your own account")
  const strength = strongestRole(actor.roles)
  if (strength !== 'ADMIN' && ['ADMIN', 'MODERATOR'].includes(strongestRole(target.roles)))
    throw new NotAuthorizedError('Only an administrator decides about administrators and moderators')
}

/** Whether a user may decide about another, see {@link assertDecidesAbout}. */
export function mayDecideAbout(actor: Pick<User, 'id' | 'roles'>, target: Pick<User, 'id' | 'roles'>): boolean {
  try {
    assertDecidesAbout(actor, target)
    return true
  } catch (error) {
    if (error instanceof NotAuthorizedError) return false
    throw error
  }
}

/**
 * Makes sure that another administrator can act. The transaction writes to the other administrators, so that the last
 * two can't both give up the role at the same time: their transactions conflict, and the one that is repeated finds no
 * other administrator.
 *
 * @throws PlatformError LAST_ADMIN when no administrator would be left.
 */
export async function assertAdministratorRemains(
  docstore: Docstore,
  administrator: Pick<User, 'id' | 'roles'>,
  { session, now }: { session: Session; now: Date },
): Promise<void> {
  if (!administrator.roles.includes('ADMIN')) return
  const others: Filter<User & { invitation?: { expires_at: Date } }> = {
    roles: 'ADMIN',
    id: { $ne: administrator.id },
    'status.banned.status': { $ne: true },
    // An invited administrator may never set a password.
    'invitation.expires_at': null,
    $or: [{ 'status.suspension.until': null }, { 'status.suspension.until': { $lte: now } }],
  }
  const { matchedCount } = await docstore
    .collection<User>('users')
    .updateMany(others, { $set: { updated_at: now } }, { session })
  if (matchedCount === 0)
    throw new PlatformError('LAST_ADMIN', 'This is the last administrator; make another user administrator first', {
      status: 409,
    })
}
