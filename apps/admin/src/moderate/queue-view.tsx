import { useState } from 'preact/hooks'
import { useAdmin } from '../app/context.ts'
import { useKeys } from '../app/use-keys.ts'
import { Failed } from '../kit/failed.tsx'
import { CardDialogs, type OpenDialog } from './card-dialogs.tsx'
import { CardList } from './card-list.tsx'
import type { Queue } from './queues.ts'
import type { Rows } from './rows.ts'
import { SelectAll } from './select-boxes.tsx'
import { SelectionBar } from './selection-bar.tsx'
import type { ModerationSite } from './site.ts'
import { useDecide, useTakeBack } from './use-decide.ts'
import { useSelection } from './use-selection.ts'

interface QueueViewProps {
  readonly rows: Rows
  readonly queue: Queue
  readonly site: ModerationSite
  onDecided(): void
}

/** The comments of a queue, each with what is decided about it. */
export function QueueView({ rows, queue, site, onDecided }: QueueViewProps) {
  const { texts } = useAdmin()
  const [selected, select] = useState<string | null>(null)
  const [isSingle, setSingle] = useState(false)
  const [opened, open] = useState<OpenDialog | null>(null)
  const decide = useDecide({ rows, onDecided })
  const takeBack = useTakeBack({ rows, onDecided })
  const selection = useSelection({ rows, decide, takeBack })
  const ids = rows.ids.value
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
    single() {
      if (at === -1) go(0)
      setSingle(!isSingle)
    },
    leave: () => setSingle(false),
  })
  return (
    <section class="queue" aria-label={queue.name}>
      {rows.waiting.value > 0 && !isSingle && (
        <button type="button" class="news" onClick={() => void rows.showWaiting()}>
          {texts.counted('newComments', rows.waiting.value)}
        </button>
      )}
      {isSingle && (
        <button type="button" class="news" onClick={() => setSingle(false)}>
          {texts.text('showAll')}
        </button>
      )}
      {!isSingle && <SelectAll selection={selection} />}
      <CardList
        rows={rows}
        ids={isSingle && at !== -1 ? ids.slice(at, at + 1) : ids}
        place={{ rows, queue, site, decide, open }}
        selected={selected}
        checked={selection.checked}
        onSelect={select}
        onCheck={selection.check}
      />
      <Below rows={rows} />
      <SelectionBar selection={selection} />
      {opened && <CardDialogs opened={opened} decide={decide} onClose={() => open(null)} />}
    </section>
  )
}

/** What stands below the comments: what is going on, or that there is nothing more. */
function Below({ rows }: { readonly rows: Rows }) {
  const { texts } = useAdmin()
  const [state, hasMore] = [rows.state.value, rows.hasMore.value]
  return (
    <>
      {state === 'failed' && <Failed again={() => void rows.readMore()} />}
      {state === 'reading' && <p class="empty">{texts.text('reading')}</p>}
      {state === 'read' && hasMore && rows.isPaused.value && (
        <p class="more">
          {texts.text('foundNothingFor')}{' '}
          <button type="button" class="button" onClick={() => void rows.goOn()}>
            {texts.text('searchOn')}
          </button>
        </p>
      )}
      {state === 'read' && rows.ids.value.length === 0 && !hasMore && <p class="empty">{texts.text('nothingHere')}</p>}
    </>
  )
}
