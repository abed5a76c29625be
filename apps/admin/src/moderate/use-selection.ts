import { useRef, useState } from 'preact/hooks'
import { useAdmin } from '../app/context.ts'
import type { Rows } from './rows.ts'
import { type Decide, forEachOf, type TakeBack } from './use-decide.ts'

/** The most comments that are selected at once. */
const MOST = 100

/** The comments that a moderator has selected. */
export interface Selection {
  readonly checked: ReadonlySet<string>
  /** Whether no more can be selected. */
  readonly isFull: boolean
  /** How many comments could be selected, if there were no bound. */
  readonly loaded: number
  /** Whether all that are loaded are selected, or as many as can be. */
  readonly isAll: boolean
  /** Selects a comment, or no longer; with `isRange` also those between it and the last one that was clicked. */
  check(id: string, checked: boolean, isRange: boolean): void
  checkAll(): void
  clear(): void
  /** Decides about all of them, and says how many decisions were made, with a way to take these back. */
  decide(status: 'ACCEPTED' | 'REJECTED'): void
}

interface SelectionOptions {
  readonly rows: Rows
  readonly decide: Decide
  readonly takeBack: TakeBack
}

export function useSelection({ rows, decide, takeBack }: SelectionOptions): Selection {
  const { say, texts } = useAdmin()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  // A comment that has left the queue is not selected any more.
  const ids = rows.ids.value
  const checked = new Set(ids.filter(id => chosen.has(id)))
  const clicked = useRef<string | null>(null)
  const isFull = checked.size >= MOST
  const decideAll = async (status: 'ACCEPTED' | 'REJECTED') => {
    setChosen(new Set())
    const made = await forEachOf([...checked], id => decide(id, status, { isSilent: true }))
    if (made.length === 0) return
    const text = texts.counted(status === 'ACCEPTED' ? 'approvedAll' : 'rejectedAll', made.length)
    say(text, 'done', () => void takeBack(made, status))
  }
  const add = (more: readonly string[]) => setChosen(new Set([...new Set([...checked, ...more])].slice(0, MOST)))
  return {
    checked,
    isFull,
    loaded: ids.length,
    isAll: isFull || checked.size === ids.length,
    check(id, isChecked, isRange) {
      const meant = isRange ? between(ids, clicked.current ?? id, id) : [id]
      clicked.current = id
      if (isChecked) add(meant)
      else setChosen(new Set([...checked].filter(other => !meant.includes(other))))
    },
    checkAll: () => add(ids),
    clear: () => setChosen(new Set()),
    decide: status => void decideAll(status),
  }
}

/** What stands from one id to another, from that one on. Only the other when the first is not in the list any more. */
function between(ids: readonly string[], from: string, to: string): readonly string[] {
  const [start, end] = [ids.indexOf(from), ids.indexOf(to)]
  if (start === -1) return [to]
  return start <= end ? ids.slice(start, end + 1) : ids.slice(end, start + 1).reverse()
}
