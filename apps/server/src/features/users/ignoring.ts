import type { Docstore } from '@platform/docstore'
import { BadUserInputError, NotFoundError, PlatformError, type User } from '@platform/plugin-sdk'
import { isStaff } from '../../contract/is-staff.ts'
import type { Revisions } from '../../pubsub/revisions.ts'
import type { Clock } from '../../runtime/clock.ts'

/** The list of users whose comments a user does not want to see. */
export interface IgnoringService {
  /**
   * @returns whether the list changed.
   * @throws PlatformError CANNOT_IGNORE_STAFF, NOT_FOUND, or BAD_USER_INPUT for the own account and for too many users.
   */
  add(user: User, ignored: string): Promise<boolean>
  /** @returns whether the list changed. */
  remove(user: User, ignored: string): Promise<boolean>
}

/** The most users that one user may ignore, because the list is a part of queries. */
const MOST_IGNORED = 1_000

export function createIgnoring({
  docstore,
  revisions,
  clock,
}: {
  docstore: Docstore
  revisions: Revisions
  clock: Clock
}): IgnoringService {
  const users = docstore.collection<User>('users')
  /** Has the user's live connections read the account again. @returns whether the list changed. */
  const announce = (id: string, { modifiedCount }: { readonly modifiedCount: number }): boolean => {
    if (modifiedCount > 0) revisions.bump(`user:${id}`)
    return modifiedCount > 0
  }
  return {
    async add({ id }, ignored) {
      if (id === ignored) throw new BadUserInputError("You can't ignore yourself")
      const target = await users.findOne({ id: ignored }, { projection: { roles: 1 } })
      if (!target) throw new NotFoundError('The user')
      if (isStaff(target)) throw new PlatformError('CANNOT_IGNORE_STAFF', "Members of the staff can't be ignored")
      const free = { ignoresUsers: { $ne: ignored }, [`ignoresUsers.${MOST_IGNORED - 1}`]: { $exists: false } }
      const added = await users.updateOne(
        { id, ...free },
        { $addToSet: { ignoresUsers: ignored }, $set: { updated_at: clock.now() } },
      )
      if (added.modifiedCount === 0 && !(await users.findOne({ id, ignoresUsers: ignored })))
        throw new BadUserInputError(`You ignore ${MOST_IGNORED} users already; stop ignoring one of them first`)
      return announce(id, added)
    },
    async remove({ id }, ignored) {
      const removed = await users.updateOne(
        { id, ignoresUsers: ignored },
        { $pull: { ignoresUsers: ignored }, $set: { updated_at: clock.now() } },
      )
      return announce(id, removed)
    },
  }
}
