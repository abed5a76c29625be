import { Slot } from '@platform/client-sdk'
import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { useAdmin } from '../app/context.ts'
import { useKeys } from '../app/use-keys.ts'
import { DiscussionBar } from './discussion-bar.tsx'
import { DiscussionSearch } from './discussion-search.tsx'
import { QueueTabs } from './queue-tabs.tsx'
import { QueueView } from './queue-view.tsx'
import { isShown, type Queue } from './queues.ts'
import type { Order } from './rows.ts'
import type { Discussion, ModerationSite } from './site.ts'
import { useCounts } from './use-counts.ts'
import { useRows } from './use-rows.ts'

interface ScreenProps {
  readonly queues: readonly Queue[]
  readonly queue: Queue
  readonly site: ModerationSite
  /** The discussion whose comments are shown; `null` for those of the site. */
  readonly discussion: Discussion | null
}

/** The queues with their counts, and the comments of the one that is open. */
export function Screen({ queues, queue, site, discussion }: ScreenProps) {
  const admin = useAdmin()
  const { route } = useLocation()
  const [order, setOrder] = useState<Order>('DESC')
  const [isSearching, setSearching] = useState(false)
  const asset = discussion?.id ?? null
  const { rows, turn, turnOn } = useRows(queue, asset, order)
  const counts = useCounts(queues, asset, turn)
  const shown = queues.filter(each => each === queue || isShown(each, site.mode, counts?.[each.key] ?? 0))
  const pathOf = (key: string, of: string | null) =>
    admin.path(`/moderate/${key}${of === null ? '' : `/${encodeURIComponent(of)}`}`)
  const pathTo = ({ key }: Queue) => pathOf(key, asset)
  useKeys({
    search: () => setSearching(true),
    nextQueue: () => route(pathTo(shown[(shown.indexOf(queue) + 1) % shown.length]!)),
    digit(number) {
      const chosen = shown[number - 1]
      if (chosen) route(pathTo(chosen))
    },
  })
  return (
    <>
      <h1 class="unseen">{admin.texts.text('moderation')}</h1>
      <DiscussionBar
        discussion={discussion}
        queue={queue}
        order={order}
        onOrder={setOrder}
        onSearch={() => setSearching(true)}
      />
      {isSearching && <DiscussionSearch pathTo={of => pathOf(queue.key, of)} onClose={() => setSearching(false)} />}
      <QueueTabs queues={shown} current={queue} counts={counts} pathTo={pathTo} />
      <QueueView key={`${queue.key} ${asset} ${order}`} rows={rows} queue={queue} site={site} onDecided={turnOn} />
      <Slot name="adminModeration" props={{ root: {}, asset: discussion, activeTab: queue.key }} />
    </>
  )
}
