import type { ActionCounts } from '@platform/plugin-sdk'
import { CommentModel } from '@platform/server/models/comment'

/** Where the score is kept. */
export const SCORE = 'metadata.controversial.score'

/**
 * The number of votes, times how even they are: 50 against 50 is 100, 50 against 5 is 5.5, any number against none is
 * 0.
 */
export function scoreOf({ upvote = 0, downvote = 0 }: ActionCounts): number {
  const most = Math.max(upvote, downvote)
  return most === 0 ? 0 : ((upvote + downvote) * Math.min(upvote, downvote)) / most
}

/**
 * Stores the score of the counts as they are now. It is written only while they are: when a user votes in between,
 * this is repeated with theirs, so no older score ever replaces a newer one.
 */
export async function updateScore(commentId: string): Promise<void> {
  for (;;) {
    const comment = await CommentModel.findOne({ id: commentId }, { action_counts: 1 })
    if (!comment) return
    const { upvote, downvote } = comment.action_counts
    const unmoved = {
      id: commentId,
      'action_counts.upvote': upvote ?? null,
      'action_counts.downvote': downvote ?? null,
    }
    if (
      await CommentModel.findOneAndUpdate(
        unmoved,
        { $set: { [SCORE]: scoreOf(comment.action_counts) } },
        { projection: { id: 1, asset_id: 1 } },
      )
    )
      return
  }
}
