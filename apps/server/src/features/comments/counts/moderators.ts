import type { CollectionIndexes, Docstore, Session } from '@platform/docstore'
import type { Comment } from '@platform/plugin-sdk'
import { ERASE_BATCH, type EraseStep } from '../../erase-steps.ts'
import type { Change } from '../counters.ts'
import { dayOf, isDecision } from './daily.ts'

/** What one moderator decided about comments on one day. Decisions of bulk rejections are not counted. */
export interface ModeratorCounts {
  readonly _id?: string
  readonly moderator_id: string
  /** The day of the decisions, in UTC. */
  readonly day: string
  readonly approved: number
  readonly rejected: number
  /** Decisions that gave another status, such as those that are taken back. */
  readonly other: number
  /** Decisions before which no moderator had decided, and the seconds from writing each comment to it, added up. */
  readonly first: number
  readonly first_seconds: number
}

export const moderatorCountsIndexes: CollectionIndexes = {
  collection: 'moderator_counts',
  indexes: [
    { name: 'moderator', keys: { moderator_id: 1, day: 1 }, unique: true },
    { name: 'day', keys: { day: 1, moderator_id: 1 } },
  ],
}

/** The fields of {@link ModeratorCounts} that are numbers. */
export const MODERATOR_COUNTS = [
  'approved',
  'rejected',
  'other',
  'first',
  'first_seconds',
] as const satisfies readonly (keyof ModeratorCounts)[]

/** Counts a decision for the moderator who made it, in its transaction. */
export async function countDecision(
  docstore: Docstore,
  {
    before,
    after,
    by,
    now,
  }: { readonly before: Comment; readonly by: string; readonly now: Date } & Pick<Change, 'after'>,
  session: Session,
): Promise<void> {
  const kind = after.status === 'ACCEPTED' ? 'approved' : after.status === 'REJECTED' ? 'rejected' : 'other'
  const isFirst = !before.source && !before.status_history.some(isDecision)
  const seconds = Math.round((now.getTime() - before.created_at.getTime()) / 1_000)
  await docstore
    .collection<ModeratorCounts>(moderatorCountsIndexes.collection)
    .updateOne(
      { moderator_id: by, day: dayOf(now) },
      { $inc: { [kind]: 1, ...(isFirst ? { first: 1, first_seconds: seconds } : {}) } },
      { upsert: true, session },
    )
}

/** Removes the counts of a moderator. */
export function forgetModeratorCounts(docstore: Docstore): EraseStep {
  const counts = docstore.collection<ModeratorCounts>(moderatorCountsIndexes.collection)
  return async userId => {
    const batch = await counts.find({ moderator_id: userId }, { limit: ERASE_BATCH, projection: { day: 1 } }).toArray()
    if (batch.length > 0) await counts.deleteMany({ moderator_id: userId, day: { $in: batch.map(({ day }) => day) } })
    return batch.length
  }
}
