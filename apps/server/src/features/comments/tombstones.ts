import type { Docstore } from '@platform/docstore'
import type { Action, Comment, Publisher } from '@platform/plugin-sdk'
import type { Revisions } from '../../pubsub/revisions.ts'
import type { Clock } from '../../runtime/clock.ts'
import { withdrawnFlags } from '../actions/withdrawn.ts'
import { COMMENT_TRANSITIONS } from './transitions.ts'

/** What is left of comments whose author is gone. */
export interface Tombstones {
  /** Makes the transition `erase` with some comments of somebody, all of them or none. @returns how many; 0 when none is left. */
  makeSome(authorId: string, limit: number): Promise<number>
}

interface Dependencies {
  readonly docstore: Docstore
  readonly revisions: Revisions
  readonly events: Publisher
  readonly clock: Clock
}

export function createTombstones({ docstore, revisions, events, clock }: Dependencies): Tombstones {
  const comments = docstore.collection<Comment>('comments')
  const actions = docstore.collection<Action>('actions')

  const eraseSome = (authorId: string, limit: number) =>
    docstore.transaction(async session => {
      const found = await comments.find({ author_id: authorId }, { session, limit }).toArray()
      if (found.length === 0) return []
      const ids = { $in: found.map(({ id }) => id) }
      const [$set, $unset] = [emptied(clock.now()), { verdict: true, said: true }]
      // What others did to them has no object any more.
      await actions.deleteMany({ item_id: ids, item_type: 'COMMENTS' }, { session })
      await withdrawnFlags(docstore).deleteMany({ item_id: ids }, { session })
      await comments.updateMany({ id: ids }, { $set, $unset }, { session })
      return found.map(({ verdict: _verdict, said: _said, ...kept }): Comment => ({ ...kept, ...$set }))
    })

  return {
    async makeSome(authorId, limit) {
      const made = await eraseSome(authorId, limit)
      if (made.length === 0) return 0
      revisions.bump(...new Set(made.map(({ asset_id: asset }) => `asset:${asset}`)), 'comments')
      // One after the other: somebody wrote thousands, and whoever listens shall keep up.
      for (const comment of made) await events.publish(COMMENT_TRANSITIONS.erase.event[comment.status], comment)
      return made.length
    },
  }
}

/** Place, status, answers and times stay, so that threads stay whole and counts right. */
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
