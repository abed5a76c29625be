import { useState } from 'preact/hooks'
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
  check(id: string, checked: boolean): void
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
  const checked = new Set(rows.ids.value.filter(id => chosen.has(id)))
  const isFull = checked.size >= MOST
  const decideAll = async (status: 'ACCEPTED' | 'REJECTED') => {
    setChosen(new Set())
    const made = await forEachOf([...checked], id => decide(id, status, { isSilent: true }))
    if (made.length === 0) return
    const text = texts.counted(status === 'ACCEPTED' ? 'approvedAll' : 'rejectedAll', made.length)
    say(text, 'done', () => void takeBack(made, status))
  }
  return {
    checked,
    isFull,
    check(id, isChecked) {
      if (isChecked && isFull) return
      setChosen(isChecked ? new Set([...checked, id]) : new Set([...checked].filter(other => other !== id)))
    },
    clear: () => setChosen(new Set()),
    decide: status => void decideAll(status),
  }
}
