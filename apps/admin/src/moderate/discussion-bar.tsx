import { useAdmin } from '../app/context.ts'
import type { Queue } from './queues.ts'
import type { Order } from './rows.ts'
import type { Discussion } from './site.ts'

interface DiscussionBarProps {
  readonly discussion: Discussion | null
  readonly queue: Queue
  readonly order: Order
  onOrder(order: Order): void
  onSearch(): void
}

/** Whose comments are shown, and in which order. */
export function DiscussionBar({ discussion, queue, order, onOrder, onSearch }: DiscussionBarProps) {
  const { path, texts } = useAdmin()
  return (
    <div class="discussion-bar">
      {discussion ? (
        <p>
          <strong dir="auto">{discussion.title ?? discussion.url}</strong>{' '}
          <a href={path(`/moderate/${queue.key}`)}>{texts.text('allDiscussions')}</a>
        </p>
      ) : (
        <p>
          <strong>{texts.text('allDiscussions')}</strong>
        </p>
      )}
      <button type="button" class="button search" onClick={onSearch}>
        {texts.text('findDiscussion')}
      </button>
      <label class="order">
        {texts.text('order')}
        <select value={order} onChange={event => onOrder(event.currentTarget.value as Order)}>
          <option value="DESC">{texts.text('newestFirst')}</option>
          <option value="ASC">{texts.text('oldestFirst')}</option>
        </select>
      </label>
    </div>
  )
}
