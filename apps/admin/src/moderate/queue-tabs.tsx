import { useLayoutEffect, useRef } from 'preact/hooks'
import { useAdmin } from '../app/context.ts'
import { Icon } from '../kit/icon.tsx'
import { Dot } from './activity-dot.tsx'
import { announces, type Queue } from './queues.ts'
import type { Counts } from './use-counts.ts'

interface QueueTabsProps {
  readonly queues: readonly Queue[]
  readonly current: Queue
  readonly counts: Counts | null
  pathTo(queue: Queue): string
}

/** A link to each queue, with the number of its comments. */
export function QueueTabs({ queues, current, counts, pathTo }: QueueTabsProps) {
  const { activity, texts } = useAdmin()
  const nav = useRef<HTMLElement>(null)
  // On a narrow screen the links are a row that is scrolled.
  useLayoutEffect(() => {
    const reveal = () => {
      const row = nav.current
      const link = row?.querySelector<HTMLElement>('[aria-current]')
      if (row && link) row.scrollLeft = link.offsetLeft - (row.clientWidth - link.offsetWidth) / 2
    }
    reveal()
    addEventListener('resize', reveal)
    return () => removeEventListener('resize', reveal)
  }, [current, counts === null])
  return (
    <nav ref={nav} class="queues" aria-label={texts.text('queues')}>
      {queues.map(queue => {
        const count = counts?.[queue.key]
        const waits = announces(queue) && (count ?? 0) > 0
        return (
          <a key={queue.key} href={pathTo(queue)} aria-current={queue === current ? 'page' : undefined}>
            <Icon path={queue.icon} />
            {queue.name}
            {count !== undefined && <span class={waits ? 'count waits' : 'count'}>{texts.number(count)}</span>}
            {activity.queues.value.has(queue.key) && <Dot />}
          </a>
        )
      })}
    </nav>
  )
}
