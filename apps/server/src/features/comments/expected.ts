import { type Comment, type CommentStatus, PlatformError } from '@platform/plugin-sdk'
import { bodyHistoryOf } from '../../runtime/comment-record.ts'

/** A comment as a moderator saw it before deciding. */
export interface ExpectedComment {
  readonly status: CommentStatus
  readonly revision: string
}

/** A text that is another one after each decision and each change of the text. The histories drop old entries. */
export function revisionOf(comment: Comment): string {
  return [bodyHistoryOf(comment), comment.status_history]
    .map(history => `${history.length}.${history.at(-1)?.created_at.getTime() ?? 0}`)
    .join('-')
}

/** @throws PlatformError COMMENT_CHANGED when the comment is another one than the moderator saw. */
export function assertExpected(comment: Comment, expected: ExpectedComment | null | undefined): void {
  if (!expected || (expected.status === comment.status && expected.revision === revisionOf(comment))) return
  throw new PlatformError(
    'COMMENT_CHANGED',
    'Another moderator has decided about this comment since you read it, or its author has changed it',
    { status: 409, metadata: { comment: comment.id } },
  )
}
