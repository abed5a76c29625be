import { isVisible } from '../../features/comments/model.ts'
import { addresses } from '../addresses.ts'
import type { Branch } from '../model/branches.ts'
import type { Site } from '../site.ts'
import { counted } from '../wording.ts'
import { CommentHeader } from './comment-header.tsx'
import { CommentText } from './comment-text.tsx'

interface CommentProps {
  readonly site: Site
  readonly branch: Branch
  /** Whether the discussion accepts replies. */
  readonly open: boolean
  /** Whether this is the comment's own page, which has its whole text and the form to reply. */
  readonly alone?: boolean
}

/** One comment, without its replies. */
export function Comment({ site, branch, open, alone = false }: CommentProps) {
  const { comment, text } = branch
  const page = site.path(addresses.comment(comment.asset_id, comment.id))
  const published = isVisible(comment)
  return (
    <article>
      <CommentHeader site={site} branch={branch} />
      {text ? <CommentText text={text} /> : <p class="tombstone">This comment was deleted.</p>}
      {text?.cut && (
        <p class="go-on">
          <a href={page}>Read the whole comment</a>
        </p>
      )}
      {!published && (
        <p class="held">
          {comment.status === 'REJECTED'
            ? 'This comment was not published.'
            : 'This comment waits for a moderator; others see it once it is approved.'}
        </p>
      )}
      {published && !alone && (
        <footer>
          {text && open && (
            <a class="reply" href={`${page}#reply`}>
              Reply
            </a>
          )}
          {comment.reply_count > 0 && (
            <a class="replies-count" href={page} data-replies={comment.reply_count}>
              {counted(comment.reply_count, 'reply', 'replies')}
            </a>
          )}
        </footer>
      )}
    </article>
  )
}
