import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { useVirtual } from '../kit/use-virtual.ts'
import { Card, type CardsPlace } from './card.tsx'
import type { Rows } from './rows.ts'

/** How near the end of the rows the next page is read. */
const NEAR = 6

interface CardListProps {
  readonly rows: Rows
  /** The comments to show: those of the queue, or the one that is read by itself. */
  readonly ids: readonly string[]
  readonly place: CardsPlace
  readonly selected: string | null
  readonly checked: ReadonlySet<string>
  onSelect(id: string): void
  onCheck(id: string, checked: boolean, isRange: boolean): void
}

/** The cards near the screen. The next page is read before the last one is seen. */
export function CardList({ rows, ids, place, selected, checked, onSelect, onCheck }: CardListProps) {
  const list = useRef<HTMLDivElement>(null)
  const virtual = useVirtual(ids, list)
  const last = virtual.rows.at(-1)?.index ?? -1
  const state = rows.state.value
  useEffect(() => {
    if (state === 'read' && rows.hasMore.value && !rows.isPaused.value && last >= rows.ids.value.length - NEAR)
      void rows.readMore()
  }, [last, state, ids])
  // A card that gets the focus is selected. After the next key it would be the wrong one, so it gets the focus at once.
  useLayoutEffect(() => {
    const at = selected === null ? -1 : ids.indexOf(selected)
    if (selected === null || at === -1) return
    // A click has selected it, and is on its way to what was clicked.
    if (rowOf(list.current, selected)?.contains(document.activeElement)) return
    virtual.scrollTo(at)
    return focusCard(list.current, selected)
  }, [selected])
  return (
    <div
      // A feed without articles is none.
      role={ids.length > 0 ? 'feed' : undefined}
      aria-busy={state === 'reading'}
      ref={list}
      class="cards"
      style={{ height: `${virtual.height}px` }}
    >
      {virtual.rows.map(row => {
        const id = ids[row.index]
        if (id === undefined) return null
        return (
          <div
            key={id}
            class="card-row"
            data-index={row.index}
            data-comment={id}
            ref={virtual.measure}
            style={{ transform: `translateY(${virtual.offsetOf(row)}px)` }}
          >
            <Card
              id={id}
              position={row.index + 1}
              size={rows.hasMore.value ? -1 : ids.length}
              place={place}
              isSelected={id === selected}
              isChecked={checked.has(id)}
              onSelect={() => onSelect(id)}
              onCheck={(isChecked, isRange) => onCheck(id, isChecked, isRange)}
            />
          </div>
        )
      })}
    </div>
  )
}

const rowOf = (list: HTMLElement | null, id: string) =>
  list?.querySelector(`[data-comment="${CSS.escape(id)}"]`) ?? null

/** Moves the focus to a card, which is drawn once the list is scrolled to it. @returns the function that gives up. */
function focusCard(list: HTMLElement | null, id: string): () => void {
  let frame = 0
  const attempt = (tries: number) => {
    const card = rowOf(list, id)?.querySelector<HTMLElement>(':scope > article')
    if (card) card.focus({ preventScroll: true })
    else if (tries > 0) frame = requestAnimationFrame(() => attempt(tries - 1))
  }
  attempt(30)
  return () => cancelAnimationFrame(frame)
}
