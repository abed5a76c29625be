import type { Docstore, Session } from '@platform/docstore'
import type { Asset, Comment } from '@platform/plugin-sdk'
import { isVisible } from './model.ts'

/** A comment before and after a change; `null` when it did not exist. */
export interface Change { readonly before: Comment | null; readonly after: Comment }

/** The only place where counts of comments move. */
export interface Counters {
  /** Moves every count the change touches, within its transaction; nothing when the status stayed. */
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
      if (before?.status === after.status) return
      await assets.updateOne({ id: after.asset_id }, growth([after], before ? [before] : []), { session })
      const step = Number(isVisible(after)) - Number(before !== null && isVisible(before))
      if (step !== 0 && after.parent_id !== null) await comments.updateOne({ id: after.parent_id }, { $inc: { reply_count: step } }, { session })
    },
    async followAll(added, session) {
      const visible = added.filter(isVisible)
      const replies = Map.groupBy(visible.filter(comment => comment.parent_id !== null), comment => comment.parent_id!)
      for (const comment of added) comment.reply_count = replies.get(comment.id)?.length ?? 0
      for (const { id } of added) replies.delete(id)
      if (replies.size > 0) await comments.bulkWrite([...replies].map(([id, { length }]) => ({ updateOne: { filter: { id }, update: { $inc: { reply_count: length } } } })), { session, ordered: false })
      const moves = [...Map.groupBy(added, comment => comment.asset_id)].map(([id, own]) => ({ updateOne: { filter: { id }, update: growth(own, []) } }))
      if (moves.length > 0) await assets.bulkWrite(moves, { session, ordered: false })
    },
  }
}

/** How an asset's counts change when some comments come to be as they are, and others are so no longer. */
function growth(come: readonly Comment[], gone: readonly Comment[]) {
  const steps = new Map<string, number>()
  const count = (comments: readonly Comment[], step: 1 | -1) => {
    for (const comment of comments) {
      for (const name of countsOf(comment)) steps.set(name, (steps.get(name) ?? 0) + step)
    }
  }
  count(come, 1)
  count(gone, -1)
  const times = come.filter(isVisible).map(comment => comment.created_at)
  return {
    $inc: Object.fromEntries([...steps].filter(([, step]) => step !== 0).map(([name, step]) => [`comment_counts.${name}`, step])),
    ...(times.length > 0 ? { $max: { last_comment_at: times.reduce((latest, time) => time > latest ? time : latest) } } : {}),
  }
}

/** The counts of its asset that a comment is in. */
export function countsOf(comment: Pick<Comment, 'status' | 'parent_id'>): string[] {
  const seen = isVisible(comment) ? ['total', ...(comment.parent_id === null ? ['roots'] : [])] : []
  return [...seen, `statuses.${comment.status}`]
}
