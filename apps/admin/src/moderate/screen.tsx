import { Slot } from '@platform/client-sdk'
import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { useAdmin } from '../app/context.ts'
import { handleCommentChange } from '../app/follow-parts.ts'
import { useKeys } from '../app/use-keys.ts'
import { CommentSearchForm, type FoundAuthor } from './comment-search.tsx'
import { DiscussionBar } from './discussion-bar.tsx'
import { type CommentSearch, usePathTo } from './place.ts'
import { QueueTabs } from './queue-tabs.tsx'
import { QueueView } from './queue-view.tsx'
import { type Assets, isShown, type Queue } from './queues.ts'
import type { Order } from './rows.ts'
import type { Discussion, ModerationSite } from './site.ts'
import { useCounts } from './use-counts.ts'
import { useRows } from './use-rows.ts'

interface ScreenProps {
  readonly queues: readonly Queue[]
  readonly queue: Queue
  readonly site: ModerationSite
  /** The discussions whose comments are shown; `null` for those of the site. */
  readonly assets: Assets
  readonly discussions: readonly Discussion[] | null
  /** What is looked for in the queue. */
  readonly search: CommentSearch
  readonly author: FoundAuthor
  onSearch(): void
}

/** The queues with their counts, and the comments of the one that is open. */
export function Screen({ queues, queue, site, assets, discussions, search, author, onSearch }: ScreenProps) {
  const admin = useAdmin()
  const { texts } = admin
  const { route } = useLocation()
  const [order, setOrder] = useState<Order>('DESC')
  const { rows, turn, turnOn } = useRows(queue, { assets, order, text: search.text, author: author.id })
  const counts = useCounts(queues, assets, turn)
  const shown = queues.filter(each => each === queue || isShown(each, site.mode, counts?.[each.key] ?? 0))
  const pathOf = usePathTo({ search })
  const pathTo = ({ key }: Queue) => pathOf(key, assets)
  useKeys({
    search: onSearch,
    nextQueue: () => route(pathTo(shown[(shown.indexOf(queue) + 1) % shown.length]!)),
    digit(number) {
      const chosen = shown[number - 1]
      if (chosen) route(pathTo(chosen))
    },
  })
  return (
    <>
      <DiscussionBar
        discussions={discussions}
        pathTo={chosen => pathOf(queue.key, chosen)}
        order={order}
        onOrder={setOrder}
        onSearch={onSearch}
      />
      <QueueTabs queues={shown} current={queue} counts={counts} pathTo={pathTo} />
      <CommentSearchForm search={search} onSearch={wanted => route(pathOf(queue.key, assets, wanted))} />
      {author.isUnknown ? (
        <p class="empty">{texts.text('noSuchAuthor', { name: search.author })}</p>
      ) : (
        <QueueView key={rows.key} rows={rows} queue={queue} site={site} onDecided={turnOn} />
      )}
      <Slot
        name="adminModeration"
        props={{
          root: {},
          asset: discussions?.length === 1 ? discussions[0]! : null,
          activeTab: queue.key,
          handleCommentChange: handleCommentChange(admin),
        }}
      />
    </>
  )
}
