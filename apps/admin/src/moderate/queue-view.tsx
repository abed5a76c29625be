import { useEffect, useRef, useState } from 'preact/hooks'
import { useAdmin } from '../app/context.ts'
import { useKeys } from '../app/use-keys.ts'
import { Failed } from '../kit/failed.tsx'
import { Card } from './card.tsx'
import type { Queue } from './queues.ts'
import type { Rows } from './rows.ts'
import type { ModerationSite } from './site.ts'
import { useDecide } from './use-decide.ts'

interface QueueViewProps {
  readonly rows: Rows
  readonly queue: Queue
  readonly asset: string | null
  readonly site: ModerationSite
  onDecided(): void
}

/** The comments of a queue, each with what is decided about it. */
export function QueueView({ rows, queue, asset, site, onDecided }: QueueViewProps) {
  const { texts } = useAdmin()
  const ids = rows.ids.value
  const list = useRef<HTMLDivElement>(null)
  const [selected, select] = useState<string | null>(null)
  const decide = useDecide({ rows, queue, onDecided })
  const at = selected === null ? -1 : ids.indexOf(selected)
  const go = (to: number) => {
    const id = ids[Math.max(0, Math.min(to, ids.length - 1))]
    if (id !== undefined) select(id)
    if (to >= ids.length - 1 && rows.hasMore.value) void rows.readMore()
  }
  /** Decides, and goes on with the comment that comes next. */
  const decideSelected = (status: 'ACCEPTED' | 'REJECTED') => {
    if (selected === null || at === -1) return
    const following = ids[at + 1] ?? ids[at - 1] ?? null
    void decide(selected, status)
    if (!rows.ids.value.includes(selected)) select(following)
  }
  useKeys({
    next: () => go(at + 1),
    previous: () => go(at - 1),
    approve: () => decideSelected('ACCEPTED'),
    reject: () => decideSelected('REJECTED'),
  })
  useEffect(() => {
    const card = list.current?.querySelector<HTMLElement>('[aria-current="true"]')
    card?.focus({ preventScroll: true })
    card?.scrollIntoView({ block: 'nearest' })
  }, [selected])
  const state = rows.state.value
  return (
    <section class="queue" aria-label={queue.name}>
      {rows.waiting.value > 0 && (
        <button type="button" class="news" onClick={() => rows.showWaiting()}>
          {texts.counted('newComments', rows.waiting.value)}
        </button>
      )}
      <div role="feed" aria-busy={state === 'reading'} ref={list}>
        {ids.map((id, i) => (
          <Card
            key={id}
            id={id}
            position={i + 1}
            size={rows.hasMore.value ? -1 : ids.length}
            {...{ queue, asset, site, decide }}
            isSelected={id === selected}
            onSelect={() => select(id)}
          />
        ))}
      </div>
      {state === 'failed' && <Failed again={() => void rows.readMore()} />}
      {state === 'reading' && <p class="empty">{texts.text('reading')}</p>}
      {state === 'read' && ids.length === 0 && !rows.hasMore.value && <p class="empty">{texts.text('nothingHere')}</p>}
      {state === 'read' && rows.hasMore.value && (
        <p class="more">
          <button type="button" class="button" onClick={() => void rows.readMore()}>
            {texts.text('more')}
          </button>
        </p>
      )}
    </section>
  )
}
