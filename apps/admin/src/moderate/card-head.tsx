import { Avatar } from '@platform/client-kit'
import type { AdminComment } from '../app/comments.ts'
import { useAdmin } from '../app/context.ts'
import { Timestamp } from '../kit/timestamp.tsx'
import type { Queue } from './queues.ts'
import { SelectComment } from './select-boxes.tsx'

interface CardHeadProps {
  readonly comment: AdminComment
  readonly queue: Queue
  readonly isChecked: boolean
  onCheck(checked: boolean, isRange: boolean): void
}

/** Who wrote a comment, when and where. The author leads to the person, the discussion to its own queue. */
export function CardHead({ comment, queue, isChecked, onCheck }: CardHeadProps) {
  const { path, texts, viewUser } = useAdmin()
  const { asset, id, user } = comment
  const name = user?.username ?? texts.text('deletedUser')
  return (
    <header class="card-head">
      <SelectComment name={name} isChecked={isChecked} onCheck={onCheck} />
      <Avatar name={name} picture={user?.avatar} />
      {user ? (
        <button type="button" id={`author-${id}`} class="quiet author" onClick={() => viewUser(user.id)}>
          <bdi>{name}</bdi>
        </button>
      ) : (
        <strong id={`author-${id}`}>{name}</strong>
      )}
      <Timestamp time={comment.created_at} />
      {asset && (
        <a class="card-discussion" href={path(`/moderate/${queue.key}/${encodeURIComponent(asset.id)}`)} dir="auto">
          {asset.title ?? asset.url}
        </a>
      )}
      {comment.url && (
        <a class="quiet" href={comment.url} target="_blank" rel="noopener">
          {texts.text('inDiscussion')}
        </a>
      )}
    </header>
  )
}
