import type { OwnComment, ProfileAround } from './around.ts'
import { Comment } from './profile-comment.tsx'

interface OwnCommentsProps {
  readonly comments: readonly OwnComment[]
  readonly around: ProfileAround
}

/** The reader's own comments, the newest first, with what became of each. */
export function OwnComments({ comments, around }: OwnCommentsProps) {
  if (comments.length === 0) return <p class="empty">{around.texts.text('noOwnComments')}</p>
  return (
    <ol class="profile-comments">
      {comments.map(comment => (
        <li key={comment.id}>
          <Comment comment={comment} around={around} isShown={isShown(comment, around)}>
            <State comment={comment} around={around} />
          </Comment>
        </li>
      ))}
    </ol>
  )
}

const isPublished = ({ status }: OwnComment) => status === 'NONE' || status === 'ACCEPTED'

/** Whether its author finds a comment in the discussion: a rejected one is here only. */
const isShown = (comment: OwnComment, { showsWaiting }: ProfileAround) =>
  isPublished(comment) || (showsWaiting && comment.status !== 'REJECTED')

/** What became of a comment that other readers do not see. */
function State({ comment, around: { texts } }: { readonly comment: OwnComment; readonly around: ProfileAround }) {
  const { status, rejection_reason: reason } = comment
  if (isPublished(comment)) return null
  if (status !== 'REJECTED') return <p class="held">{texts.text('ownWaiting')}</p>
  return (
    <div class="held rejected">
      <p>{texts.text('ownRejected')}</p>
      {reason && (
        <>
          <p>{texts.text('ownRejectedBecause')}</p>
          <blockquote dir="auto">{reason}</blockquote>
        </>
      )}
    </div>
  )
}
