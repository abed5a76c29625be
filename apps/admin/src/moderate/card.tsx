import { Avatar } from '@platform/client-kit'
import { useAdmin } from '../app/context.ts'
import { Timestamp } from '../kit/timestamp.tsx'
import { Body } from './body.tsx'
import { Decided } from './decided.tsx'
import { isIn, type Queue } from './queues.ts'
import type { ModerationSite } from './site.ts'
import type { Decide } from './use-decide.ts'

interface CardProps {
  readonly id: string
  readonly position: number
  /** How many comments the queue has; -1 while that is not known. */
  readonly size: number
  readonly queue: Queue
  readonly asset: string | null
  readonly site: ModerationSite
  readonly isSelected: boolean
  readonly decide: Decide
  onSelect(): void
}

/** A comment with what a moderator needs to decide about it. */
export function Card({ id, position, size, queue, asset, site, isSelected, decide, onSelect }: CardProps) {
  const { comments, texts } = useAdmin()
  const comment = comments.find(id)?.value
  if (!comment) return null
  const name = comment.user?.username ?? texts.text('deletedUser')
  const { status } = comment
  return (
    <article
      class={`card status-${status.toLowerCase()}`}
      aria-posinset={position}
      aria-setsize={size}
      aria-current={isSelected ? 'true' : undefined}
      aria-labelledby={`author-${id}`}
      tabIndex={isSelected ? 0 : -1}
      onFocusIn={onSelect}
    >
      <header class="card-head">
        <Avatar name={name} picture={comment.user?.avatar} />
        <strong id={`author-${id}`}>
          <bdi>{name}</bdi>
        </strong>
        <Timestamp time={comment.created_at} />
        {comment.asset && (
          <span class="card-discussion" dir="auto">
            {comment.asset.title ?? comment.asset.url}
          </span>
        )}
      </header>
      <Body comment={comment} wordlist={site.wordlist} />
      {!isIn(queue, asset, comment) && <Decided comment={comment} />}
      <footer class="card-foot">
        <button
          type="button"
          class="decision approve"
          aria-pressed={status === 'ACCEPTED'}
          disabled={status === 'ACCEPTED'}
          onClick={() => void decide(id, 'ACCEPTED')}
        >
          {texts.text(status === 'ACCEPTED' ? 'approved' : 'approve')}
        </button>
        <button
          type="button"
          class="decision reject"
          aria-pressed={status === 'REJECTED'}
          disabled={status === 'REJECTED'}
          onClick={() => void decide(id, 'REJECTED')}
        >
          {texts.text(status === 'REJECTED' ? 'rejected' : 'reject')}
        </button>
      </footer>
    </article>
  )
}
