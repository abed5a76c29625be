import type { Docstore, Session } from '@platform/docstore'
import type { Action, Comment, Jobs } from '@platform/plugin-sdk'
import { karmaDifference } from '@platform/trust'
import { withdrawnFlags } from '../actions/withdrawn.ts'
import { basisOf, flagsOn, give, settle } from './flag-karma.ts'

/**
 * The only place where karma moves: with each decision of a moderator, by the difference to the decision before. A
 * user's flag karma counts the last decisions about comments that had the user's flag when they were decided. A flag
 * that is taken back later still counts, or users could undo the karma of a wrong flag.
 */
export interface Karma {
  /**
   * Moves the karma of a comment's author and of the users who flagged it, within the decision's transaction. When more
   * have flagged it than one transaction may change, a job moves theirs.
   *
   * @returns the ids of the users whose karma moved
   */
  follow(change: { readonly before: Comment; readonly after: Comment }, session: Session): Promise<readonly string[]>
}

/** The most flags on a comment with which one transaction deals. */
export const MOST_AT_ONCE = 200

export function createKarma({ docstore, jobs }: { docstore: Docstore; jobs: Jobs }): Karma {
  const comments = docstore.collection<Comment>('comments')

  async function followFlaggers(
    { before, after }: { before: Comment; after: Comment },
    session: Session,
  ): Promise<readonly string[]> {
    const { id, status: verdict } = after
    const from = basisOf(before)
    const userIds = await flaggersAtOnce(docstore, id, session)
    if (userIds === null) {
      const karma_behind = { from, until: after.updated_at }
      await comments.updateOne({ id }, { $set: { karma_behind } }, { session })
      await jobs.add('comments.follow-karma', { id }, { session })
      return []
    }
    if (before.karma_behind) await comments.updateOne({ id }, { $unset: { karma_behind: true } }, { session })
    return settle(docstore, { userIds, decided: { id, verdict, from }, note: 'all' }, session)
  }

  return {
    async follow({ before, after }, session) {
      const difference = karmaDifference(before.verdict ?? null, after.status)
      const author = after.author_id === null ? [] : [after.author_id]
      const moved = await give(docstore, { to: author, kind: 'comment', step: difference.author }, session)
      return [...moved, ...(await followFlaggers({ before, after }, session))]
    },
  }
}

/** The users who flagged a comment, also those who took it back; `null` when they are too many for one transaction. */
export async function flaggersAtOnce(
  docstore: Docstore,
  commentId: string,
  session: Session,
): Promise<readonly string[] | null> {
  const few = { session, limit: MOST_AT_ONCE + 1, projection: { user_id: 1 } } as const
  const flags = await docstore.collection<Action>('actions').find(flagsOn(commentId), few).toArray()
  if (flags.length > MOST_AT_ONCE) return null
  const withdrawn = await withdrawnFlags(docstore).find({ item_id: commentId }, few).toArray()
  if (withdrawn.length > MOST_AT_ONCE) return null
  return [...new Set([...flags, ...withdrawn].flatMap(({ user_id: user }) => user ?? []))]
}
