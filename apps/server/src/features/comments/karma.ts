import type { Docstore, Session } from '@platform/docstore'
import type { Action, Comment, User } from '@platform/plugin-sdk'
import { karmaDifference } from '@platform/trust'
import { z } from 'zod'
import { karmaUpdate } from '../../runtime/user-record.ts'
import { withdrawnFlags } from '../actions/withdrawn.ts'

const ids = z.array(z.string())

/**
 * The only place where karma moves: with each decision of a moderator, by the difference to the decision before. A
 * user's flag karma counts the last decisions about comments that had the user's flag when they were decided. A flag
 * that is taken back later still counts, or users could undo the karma of a wrong flag.
 */
export interface Karma {
  /**
   * Moves the karma of a comment's author and of the users who flagged it, within the decision's transaction.
   *
   * @returns the ids of the users whose karma moved
   */
  follow(change: { readonly before: Comment; readonly after: Comment }, session: Session): Promise<readonly string[]>
}

export function createKarma(docstore: Docstore): Karma {
  const users = docstore.collection<User>('users')
  const actions = docstore.collection<Action>('actions')

  /** @returns the users whose karma moved. */
  async function give(to: readonly string[], kind: 'comment' | 'flag', step: number, session: Session) {
    if (step === 0 || to.length === 0) return []
    await users.updateMany({ id: { $in: [...to] } }, karmaUpdate(kind, step), { session })
    return to
  }

  return {
    async follow({ before, after }, session) {
      const difference = karmaDifference(before.verdict ?? null, after.status)
      const { author_id: author } = after
      const moved = author === null ? [] : await give([author], 'comment', difference.author, session)
      // The last decision gave no karma to users who flagged after it, so theirs has no decision before.
      const flags = { item_id: after.id, item_type: 'COMMENTS', action_type: 'FLAG' } as const
      // In a transaction MongoDB does not answer `distinct` about a sharded collection.
      const flaggers = async (filter: object) => {
        const matching = { $match: { ...flags, user_id: { $ne: null }, ...filter } }
        const found = actions.aggregate<{ _id: unknown }>([matching, { $group: { _id: '$user_id' } }], { session })
        return ids.parse((await found.toArray()).map(({ _id }) => _id))
      }
      const withdrawn = await withdrawnFlags(docstore).distinct('user_id', { item_id: after.id }, { session })
      const counted = new Set([...(await flaggers({ judged: true })), ...ids.parse(withdrawn)])
      const late = (await flaggers({ judged: { $ne: true } })).filter(id => !counted.has(id))
      const judged = await give([...counted], 'flag', difference.flaggers, session)
      const judgedLate = await give(late, 'flag', karmaDifference(null, after.status).flaggers, session)
      if (late.length > 0)
        await actions.updateMany({ ...flags, user_id: { $in: late } }, { $set: { judged: true } }, { session })
      return [...moved, ...judged, ...judgedLate]
    },
  }
}
