import { type Docstore, firstOfEach, type Session, timedUUID } from '@platform/docstore'
import { type Jobs, NotFoundError, type User } from '@platform/plugin-sdk'
import { clearInJobs } from '../../jobs/erase-jobs.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { CommentsService } from '../comments/service.ts'
import { ERASE_BATCH, type EraseStep, inSteps } from '../erase-steps.ts'
import { assertDecidesAbout } from '../users/authority.ts'
import { type BulkRejection, bulkRejectionIndexes } from './model.ts'
import { type BulkWork, goOn } from './work.ts'

/** Rejects everything that a user wrote since a time, and takes that back. */
export interface BulkRejectionsService {
  /** Begins a bulk rejection, which a job does. @throws PlatformError NOT_FOUND or NOT_AUTHORIZED */
  begin(moderator: User, wanted: Pick<BulkRejection, 'user_id' | 'since' | 'reason'>): Promise<BulkRejection>
  /** Begins to take one back, which a job does. Doing it again changes nothing. @throws PlatformError */
  takeBack(moderator: User, id: string): Promise<BulkRejection>
  find(id: string): Promise<BulkRejection | null>
  /** The last ones about each of these users, the latest first; a user without any is missing. */
  about(userIds: readonly string[]): Promise<ReadonlyMap<string, readonly BulkRejection[]>>
  /** Rejects comments, or restores them. The work of the job `bulk-rejections.work`. */
  work(job: BulkWork, signal: AbortSignal): Promise<void>
  /** All that are about a user's comments, or that the user decided, one by one. */
  all(whose: Pick<BulkRejection, 'user_id'> | { readonly assigned_by: string }): AsyncIterable<BulkRejection>
  /** Resolves to how many records it changed, which is 0 when none is left. */
  readonly eraseBatch: EraseStep
}

interface Dependencies {
  readonly docstore: Docstore
  readonly clock: Clock
  readonly comments: CommentsService
  readonly jobs: Jobs
}

const MOST_SHOWN = 20

export function createBulkRejections({ docstore, clock, comments, jobs }: Dependencies): BulkRejectionsService {
  const rejections = docstore.collection<BulkRejection>(bulkRejectionIndexes.collection)
  const users = docstore.collection<User>('users')

  async function assertMayDecide(moderator: User, userId: string, session: Session): Promise<void> {
    const user = await users.findOne({ id: userId }, { session })
    if (!user) throw new NotFoundError('The user')
    assertDecidesAbout(moderator, user)
  }

  return {
    async begin(moderator, { user_id, since, reason }) {
      const rejection: BulkRejection = {
        id: timedUUID(),
        user_id,
        assigned_by: moderator.id,
        since,
        reason,
        state: 'REJECTING',
        rejected: 0,
        restored: 0,
        created_at: clock.now(),
      }
      await docstore.transaction(async session => {
        await assertMayDecide(moderator, user_id, session)
        await rejections.insertOne({ ...rejection }, { session })
        await jobs.add(
          'bulk-rejections.work',
          { id: rejection.id, by: moderator.id },
          { key: `${rejection.id} reject`, session },
        )
      })
      return rejection
    },
    async takeBack(moderator, id) {
      return docstore.transaction(async session => {
        const before = await rejections.findOne({ id }, { session })
        if (!before) throw new NotFoundError('The bulk rejection')
        await assertMayDecide(moderator, before.user_id, session)
        if (before.state === 'RESTORED') return before
        await rejections.updateOne({ id }, { $set: { state: 'RESTORING' } }, { session })
        await jobs.add('bulk-rejections.work', { id, by: moderator.id }, { key: `${id} restore`, session })
        return { ...before, state: 'RESTORING' }
      })
    },
    find: id => rejections.findOne({ id }),
    about: async userIds =>
      Map.groupBy(
        await firstOfEach(rejections, {
          filter: { user_id: { $in: [...userIds] } },
          by: 'user_id',
          sort: { created_at: -1, id: -1 },
          limit: MOST_SHOWN,
        }),
        ({ user_id: id }) => id,
      ),
    work: (job, signal) => goOn({ docstore, comments }, job, signal),
    all: whose => rejections.find(whose, { sort: { created_at: 1, id: 1 } }),
    eraseBatch: eraseOf(docstore),
  }
}

/** Removes those about a user's comments, and the user's id from those that the user decided. */
function eraseOf(docstore: Docstore): EraseStep {
  const rejections = docstore.collection<BulkRejection>(bulkRejectionIndexes.collection)
  const idsOf = (found: readonly BulkRejection[]) => ({ id: { $in: found.map(({ id }) => id) } })
  return inSteps(
    userId => clearInJobs(docstore, { type: 'bulk-rejections.work', key: 'by', value: userId }),
    async userId => {
      const batch = await rejections.find({ user_id: userId }, { limit: ERASE_BATCH }).toArray()
      if (batch.length > 0) await rejections.deleteMany(idsOf(batch))
      return batch.length
    },
    async userId => {
      const batch = await rejections.find({ assigned_by: userId }, { limit: ERASE_BATCH }).toArray()
      if (batch.length > 0) await rejections.updateMany(idsOf(batch), { $set: { assigned_by: null } })
      return batch.length
    },
  )
}
