import type { ActionCounts } from '@platform/plugin-sdk'
import { CommentModel } from '@platform/server/models/comment'

/** The path of the stored score. */
export const SCORE = 'metadata.controversial.score'

/**
 * Multiplies the number of votes by how even they are: 50 against 50 gives 100, 50 against 5 gives 5.5, and any number
 * against none gives 0.
 */
export function scoreOf({ upvote = 0, downvote = 0 }: ActionCounts): number {
  const most = Math.max(upvote, downvote)
  return most === 0 ? 0 : ((upvote + downvote) * Math.min(upvote, downvote)) / most
}

/**
 * Computes the score from the present counts and stores it. It is stored only if the counts are still the same. When a
 * user votes meanwhile, this is repeated with the new counts, so an older score never replaces a newer one.
 */
export async function updateScore(commentId: string): Promise<void> {
  for (;;) {
    const comment = await CommentModel.findOne({ id: commentId }, { action_counts: 1 })
    if (!comment) return
    const { upvote, downvote } = comment.action_counts
    const sameCounts = {
      id: commentId,
      'action_counts.upvote': upvote ?? null,
      'action_counts.downvote': downvote ?? null,
    }
    if (
      await CommentModel.findOneAndUpdate(
        sameCounts,
        { $set: { [SCORE]: scoreOf(comment.action_counts) } },
        { projection: { id: 1, asset_id: 1 } },
      )
    )
      return
  }
}
