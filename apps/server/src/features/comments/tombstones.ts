import type { Docstore, Session } from '@platform/docstore'
import type { Comment, Jobs, Publisher } from '@platform/plugin-sdk'
import type { Revisions } from '../../pubsub/revisions.ts'
import type { Clock } from '../../runtime/clock.ts'
import { moveDailyCounts } from './counts/daily.ts'
import { clearActions } from './later-clearing.ts'
import { withVisibility } from './model.ts'
import { COMMENT_TRANSITIONS } from './transitions.ts'

/** Makes tombstones of the comments of an erased author. */
export interface Tombstones {
  /** Erases some comments of an author in one transaction. @returns how many; 0 when the author has none left. */
  makeSome(authorId: string, limit: number): Promise<number>
}

interface Dependencies {
  readonly docstore: Docstore
  readonly revisions: Revisions
  readonly events: Publisher
  readonly clock: Clock
  readonly jobs: Jobs
}

export function createTombstones({ docstore, revisions, events, clock, jobs }: Dependencies): Tombstones {
  const comments = docstore.collection<Comment>('comments')

  const eraseSome = (authorId: string, limit: number) =>
    docstore.transaction(async session => {
      const found = await comments.find({ author_id: authorId }, { session, limit }).toArray()
      return makeTombstones({ docstore, jobs }, { found, now: clock.now() }, session)
    })

  return {
    async makeSome(authorId, limit) {
      const made = await eraseSome(authorId, limit)
      if (made.length === 0) return 0
      revisions.bump(...new Set(made.map(({ asset_id: asset }) => `asset:${asset}`)), 'comments')
      // One event after the other: an author may have thousands of comments, and listeners must keep up.
      for (const comment of made)
        await events.publish(COMMENT_TRANSITIONS.erase.event[comment.status], withVisibility(comment))
      return made.length
    },
  }
}

/**
 * Makes tombstones of comments that the transaction has read.
 *
 * @returns the comments afterwards, in the same order.
 */
export async function makeTombstones(
  { docstore, jobs }: { readonly docstore: Docstore; readonly jobs: Jobs },
  { found, now }: { readonly found: readonly Comment[]; readonly now: Date },
  session: Session,
): Promise<Comment[]> {
  if (found.length === 0) return []
  const ids = { $in: found.map(({ id }) => id) }
  const [$set, $unset] = [emptied(now), { verdict: true, said: true, karma_behind: true }]
  await clearActions({ docstore, jobs }, found, session)
  await docstore.collection<Comment>('comments').updateMany({ id: ids }, { $set, $unset }, { session })
  const made = found.map(
    ({ verdict: _verdict, said: _said, karma_behind: _behind, ...kept }): Comment => ({ ...kept, ...$set }),
  )
  const steps = [
    found.map(comment => ({ comment, step: -1 }) as const),
    made.map(comment => ({ comment, step: 1 }) as const),
  ]
  await moveDailyCounts(docstore, steps.flat(), session)
  return made
}

/** Place, status, replies and times stay, so that threads stay whole and counts stay right. */
function emptied(now: Date) {
  return {
    author_id: null,
    body: null,
    body_history: [],
    status_history: [],
    tags: [],
    action_counts: {},
    metadata: {},
    deleted_at: now,
    updated_at: now,
  } satisfies Partial<Comment>
}
