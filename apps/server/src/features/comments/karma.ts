import type { Docstore, Session } from '@platform/docstore'
import type { Action, Comment, User } from '@platform/plugin-sdk'
import { karmaDifference } from '@platform/trust'
import { withdrawnFlags } from '../actions/withdrawn.ts'

/**
 * The only place where karma moves: with the decisions of moderators, by the difference to the one before. Somebody's
 * flag karma is the worth of the last decisions about the comments that had a flag of theirs when they were decided.
 * Taking it back changes nothing of that: whoever was wrong could undo it.
 */
export interface Karma {
  /** Moves the karma of a comment's author, and of everybody who flagged it, within the decision's transaction. */
  follow(change: { readonly before: Comment; readonly after: Comment }, session: Session): Promise<void>
}

export function createKarma(docstore: Docstore): Karma {
  const users = docstore.collection<User>('users')
  const actions = docstore.collection<Action>('actions')

  async function give(ids: readonly string[], kind: 'comment' | 'flag', step: number, session: Session): Promise<void> {
    if (step !== 0 && ids.length > 0)
      await users.updateMany(
        { id: { $in: [...ids] } },
        { $inc: { [`metadata.trust.${kind}.karma`]: step } },
        { session },
      )
  }

  return {
    async follow({ before, after }, session) {
      const difference = karmaDifference(before.verdict ?? null, after.status)
      if (after.author_id !== null) await give([after.author_id], 'comment', difference.author, session)
      // Who flagged since the last decision has not been judged by it: theirs counts from nothing.
      const flags = { item_id: after.id, item_type: 'COMMENTS', action_type: 'FLAG' } as const
      const judged = new Set(
        (await actions.distinct(
          'user_id',
          { ...flags, user_id: { $ne: null }, judged: true },
          { session },
        )) as string[],
      )
      for (const id of (await withdrawnFlags(docstore).distinct(
        'user_id',
        { item_id: after.id },
        { session },
      )) as string[])
        judged.add(id)
      const late = (
        (await actions.distinct(
          'user_id',
          { ...flags, user_id: { $ne: null }, judged: { $ne: true } },
          { session },
        )) as string[]
      ).filter(id => !judged.has(id))
      await give([...judged], 'flag', difference.flaggers, session)
      await give(late, 'flag', karmaDifference(null, after.status).flaggers, session)
      if (late.length > 0)
        await actions.updateMany({ ...flags, user_id: { $in: late } }, { $set: { judged: true } }, { session })
    },
  }
}
