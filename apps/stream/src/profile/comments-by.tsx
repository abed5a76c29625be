import type { ProfileAround } from './around.ts'
import { Comment, type ProfileComment } from './profile-comment.tsx'

interface CommentsByProps {
  readonly name: string
  readonly comments: readonly ProfileComment[]
  readonly around: ProfileAround
}

/** The visible comments of a user, the newest first, as other readers see them. */
export function CommentsBy({ name, comments, around }: CommentsByProps) {
  if (comments.length === 0) return <p class="empty">{around.texts.text('noneBy', { name })}</p>
  return (
    <ol class="profile-comments">
      {comments.map(comment => (
        <li key={comment.id}>
          <Comment comment={comment} around={around} isShown />
        </li>
      ))}
    </ol>
  )
}
