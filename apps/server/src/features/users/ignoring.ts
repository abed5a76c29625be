import type { Docstore } from '@platform/docstore'
import { BadUserInputError, NotFoundError, PlatformError, type User } from '@platform/plugin-sdk'
import { isStaff } from '../../contract/is-staff.ts'
import type { Clock } from '../../runtime/clock.ts'

/** Whose comments somebody does not want to see. */
export interface IgnoringService {
  /** @returns whether it changed. @throws PlatformError CANNOT_IGNORE_STAFF, NOT_FOUND, or BAD_USER_INPUT for oneself and for too many. */
  add(user: User, ignored: string): Promise<boolean>
  /** @returns whether it changed. */
  remove(user: User, ignored: string): Promise<boolean>
}

/** People one person may ignore: the list goes into queries. */
const MOST_IGNORED = 1_000

export function createIgnoring({ docstore, clock }: { docstore: Docstore; clock: Clock }): IgnoringService {
  const users = docstore.collection<User>('users')
  return {
    async add({ id }, ignored) {
      if (id === ignored) throw new BadUserInputError('Nobody can ignore themself')
      const target = await users.findOne({ id: ignored }, { projection: { roles: 1 } })
      if (!target) throw new NotFoundError('The user')
      if (isStaff(target)) throw new PlatformError('CANNOT_IGNORE_STAFF', 'Members of the staff can not be ignored')
      const free = { ignoresUsers: { $ne: ignored }, [`ignoresUsers.${MOST_IGNORED - 1}`]: { $exists: false } }
      const { modifiedCount } = await users.updateOne(
        { id, ...free },
        { $addToSet: { ignoresUsers: ignored }, $set: { updated_at: clock.now() } },
      )
      if (modifiedCount === 0 && !(await users.findOne({ id, ignoresUsers: ignored })))
        throw new BadUserInputError(`Nobody can ignore more than ${MOST_IGNORED} people`)
      return modifiedCount === 1
    },
    async remove({ id }, ignored) {
      const { modifiedCount } = await users.updateOne(
        { id, ignoresUsers: ignored },
        { $pull: { ignoresUsers: ignored }, $set: { updated_at: clock.now() } },
      )
      return modifiedCount === 1
    },
  }
}
