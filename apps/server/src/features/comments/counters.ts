import type { Docstore, Session } from '@platform/docstore'
import type { Asset, Comment } from '@platform/plugin-sdk'
import { isVisible } from './model.ts'

/** A comment before and after a change; `null` when it did not exist. */
export interface Change { readonly before: Comment | null; readonly after: Comment }

/** The only place where counts of comments move. */
export interface Counters {
  /** Moves every count the change touches, within its transaction; nothing when visibility stayed. */
  follow(change: Change, session: Session): Promise<void>
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
  }
}
