import { useAdmin } from '../app/context.ts'
import type { Assets } from './queues.ts'
import type { Order } from './rows.ts'
import type { Discussion } from './site.ts'

interface DiscussionBarProps {
  readonly discussions: readonly Discussion[] | null
  readonly order: Order
  /** The address of this queue for other discussions. */
  pathTo(assets: Assets): string
  onOrder(order: Order): void
  onSearch(): void
}

/** Whose comments are shown, and in which order. */
export function DiscussionBar({ discussions, order, pathTo, onOrder, onSearch }: DiscussionBarProps) {
  const { texts } = useAdmin()
  return (
    <div class="discussion-bar">
      {discussions ? (
        <div class="chosen-discussions">
          <Chosen discussions={discussions} pathTo={pathTo} />
          <a href={pathTo(null)}>{texts.text('allDiscussions')}</a>
        </div>
      ) : (
        <p>
          <strong>{texts.text('allDiscussions')}</strong>
        </p>
      )}
      <button type="button" class="button find" onClick={onSearch}>
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

/** The discussions that are shown. Of several each can be left out. */
function Chosen({
  discussions,
  pathTo,
}: { readonly discussions: readonly Discussion[] } & Pick<DiscussionBarProps, 'pathTo'>) {
  const { texts } = useAdmin()
  const [only] = discussions
  if (discussions.length === 1 && only)
    return (
      <p>
        <strong dir="auto">{only.title ?? only.url}</strong>
      </p>
    )
  const ids = discussions.map(({ id }) => id)
  return (
    <ul aria-label={texts.text('chosenDiscussions')}>
      {discussions.map(({ id, title, url }) => (
        <li key={id} class="label">
          <span dir="auto">{title ?? url}</span>
          <a
            class="quiet"
            href={pathTo(ids.filter(other => other !== id))}
            aria-label={texts.text('leaveOut', { title: title ?? url ?? '' })}
          >
            ×
          </a>
        </li>
      ))}
    </ul>
  )
}
