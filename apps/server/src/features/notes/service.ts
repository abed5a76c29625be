import { type Docstore, timedUUID } from '@platform/docstore'
import { type Connection, NotFoundError, type User } from '@platform/plugin-sdk'
import { type PageRequest, readPage } from '../../paging/page.ts'
import type { Clock } from '../../runtime/clock.ts'
import { ERASE_BATCH, inSteps } from '../erase-steps.ts'
import { assertDecidesAbout } from '../users/authority.ts'
import { type Note, noteIndexes } from './model.ts'

/** Notes of moderators about users. */
export interface NotesService {
  /**
   * Writes a note about a user about whom the moderator may decide.
   *
   * @throws PlatformError NOT_FOUND or NOT_AUTHORIZED
   */
  write(moderator: User, userId: string, body: string): Promise<Note>
  /** Deletes a note that the moderator wrote. @throws NotFoundError for every other note */
  remove(moderator: Pick<User, 'id'>, id: string): Promise<void>
  /** The notes about a user, by the time they were written. */
  about(userId: string, page: PageRequest): Promise<Connection<Note>>
  /** How many notes there are about each of these users; a user without notes is missing. */
  countAbout(userIds: readonly string[]): Promise<ReadonlyMap<string, number>>
  /** All notes about a user, or by a user, one by one. */
  all(whose: Pick<Note, 'user_id'> | { readonly author_id: string }): AsyncIterable<Note>
  /**
   * Removes some notes about a user; when none is left, it removes the user's id from some notes that the user wrote.
   * Resolves to their number, which is 0 when none is left.
   */
  eraseBatch(userId: string): Promise<number>
}

export function createNotes({ docstore, clock }: { docstore: Docstore; clock: Clock }): NotesService {
  const notes = docstore.collection<Note>(noteIndexes.collection)
  const users = docstore.collection<User>('users')
  const idsOf = (found: readonly Note[]) => ({ id: { $in: found.map(({ id }) => id) } })

  return {
    async write(moderator, userId, body) {
      const note = { id: timedUUID(), user_id: userId, author_id: moderator.id, body, created_at: clock.now() }
      await docstore.transaction(async session => {
        const user = await users.findOne({ id: userId }, { session })
        if (!user) throw new NotFoundError('The user')
        assertDecidesAbout(moderator, user)
        await notes.insertOne({ ...note }, { session })
      })
      return note
    },
    async remove(moderator, id) {
      const { deletedCount } = await notes.deleteOne({ id, author_id: moderator.id })
      if (deletedCount === 0) throw new NotFoundError('The note')
    },
    about: (userId, page) => readPage(notes, { ...page, filter: { user_id: userId }, keys: ['created_at', 'id'] }),
    async countAbout(userIds) {
      const counts = await notes
        .aggregate<{ _id: string; count: number }>([
          { $match: { user_id: { $in: [...userIds] } } },
          { $group: { _id: '$user_id', count: { $sum: 1 } } },
        ])
        .toArray()
      return new Map(counts.map(({ _id, count }) => [_id, count]))
    },
    all: whose => notes.find(whose, { sort: { created_at: 1, id: 1 } }),
    eraseBatch: inSteps(
      async userId => {
        const batch = await notes.find({ user_id: userId }, { limit: ERASE_BATCH }).toArray()
        if (batch.length > 0) await notes.deleteMany(idsOf(batch))
        return batch.length
      },
      async userId => {
        const batch = await notes.find({ author_id: userId }, { limit: ERASE_BATCH }).toArray()
        if (batch.length > 0) await notes.updateMany(idsOf(batch), { $set: { author_id: null } })
        return batch.length
      },
    ),
  }
}
