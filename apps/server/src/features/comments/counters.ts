import type { Docstore, Session } from '@platform/docstore'
import type { Asset, Comment } from '@platform/plugin-sdk'
import { isVisible } from './model.ts'

/** A comment before and after a change; `null` when it did not exist. */
export interface Change { readonly before: Comment | null; readonly after: Comment }

/** The only place where counts of comments move. */
export interface Counters {
  /** Moves every count the change touches, within its transaction; nothing when visibility stayed. */
  follow(change: Change, session: Session): Promise<void>
  /**
   * Counts comments that are inserted together, in the same transaction: sets `reply_count` of the parents
   * among them, moves those of other parents and the counts of the assets. Two store operations.
   */
  followAll(added: readonly Comment[], session: Session): Promise<void>
}

export function createCounters(docstore: Docstore): Counters {
  const comments = docstore.collection<Comment>('comments')
  const assets = docstore.collection<Asset>('assets')
  return {
    async follow({ before, after }, session) {
      const step = Number(isVisible(after)) - Number(before !== null && isVisible(before))
      if (step === 0) return
      const root = after.parent_id === null
      await assets.updateOne({ id: after.asset_id }, {
        $inc: { 'comment_counts.total': step, ...(root ? { 'comment_counts.roots': step } : {}) },
        ...(step > 0 ? { $max: { last_comment_at: after.created_at } } : {}),
      }, { session })
      if (!root) await comments.updateOne({ id: after.parent_id! }, { $inc: { reply_count: step } }, { session })
    },
    async followAll(added, session) {
      const visible = added.filter(isVisible)
      const replies = Map.groupBy(visible.filter(comment => comment.parent_id !== null), comment => comment.parent_id!)
      for (const comment of added) comment.reply_count = replies.get(comment.id)?.length ?? 0
      for (const { id } of added) replies.delete(id)
      if (replies.size > 0) await comments.bulkWrite([...replies].map(([id, { length }]) => ({ updateOne: { filter: { id }, update: { $inc: { reply_count: length } } } })), { session, ordered: false })
      const moves = [...Map.groupBy(visible, comment => comment.asset_id)].map(([id, own]) => ({ updateOne: { filter: { id }, update: growth(own) } }))
      if (moves.length > 0) await assets.bulkWrite(moves, { session, ordered: false })
    },
  }
}

/** How an asset's counts change with visible comments that are new. */
function growth(comments: readonly Comment[]) {
  return {
    $inc: { 'comment_counts.total': comments.length, 'comment_counts.roots': comments.filter(comment => comment.parent_id === null).length },
    $max: { last_comment_at: comments.reduce((latest, { created_at: time }) => time > latest ? time : latest, comments[0]!.created_at) },
  }
}
