import { Slot } from '@platform/client-sdk'
import { useEffect, useMemo, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { useAdmin } from '../app/context.ts'
import { useKeys } from '../app/use-keys.ts'
import { DiscussionBar } from './discussion-bar.tsx'
import { followComments } from './follow.ts'
import { QueueTabs } from './queue-tabs.tsx'
import { QueueView } from './queue-view.tsx'
import { isShown, type Queue } from './queues.ts'
import { type Order, Rows } from './rows.ts'
import type { Discussion, ModerationSite } from './site.ts'
import { useCounts } from './use-counts.ts'

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
  const [turn, setTurn] = useState(0)
  const asset = discussion?.id ?? null
  const rows = useMemo(() => new Rows({ ...admin, queue, asset, order }), [queue, asset, order])
  const counts = useCounts(queues, asset, turn)
  const shown = queues.filter(each => each === queue || isShown(each, site.mode, counts?.[each.key] ?? 0))
  const pathTo = ({ key }: Queue) =>
    admin.path(`/moderate/${key}${asset === null ? '' : `/${encodeURIComponent(asset)}`}`)
  useEffect(() => {
    void rows.readMore()
    const countAgain = () => setTurn(before => before + 1)
    const ends = [
      followComments(admin.live, asset, comments => {
        rows.heard(comments)
        countAgain()
      }),
      admin.live.onMissed(() => {
        void rows.catchUp()
        countAgain()
      }),
    ]
    return () => {
      for (const end of ends) end()
    }
  }, [rows])
  useKeys({
    nextQueue: () => route(pathTo(shown[(shown.indexOf(queue) + 1) % shown.length]!)),
    digit(number) {
      const chosen = shown[number - 1]
      if (chosen) route(pathTo(chosen))
    },
  })
  return (
    <>
      <h1 class="unseen">{admin.texts.text('moderation')}</h1>
      <DiscussionBar discussion={discussion} queue={queue} order={order} onOrder={setOrder} />
      <QueueTabs queues={shown} current={queue} counts={counts} pathTo={pathTo} />
      <QueueView
        key={`${queue.key} ${asset} ${order}`}
        rows={rows}
        queue={queue}
        asset={asset}
        site={site}
        onDecided={() => setTurn(before => before + 1)}
      />
      <Slot name="adminModeration" props={{ root: {}, asset: discussion, activeTab: queue.key }} />
    </>
  )
}
