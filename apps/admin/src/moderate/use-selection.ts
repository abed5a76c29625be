import { useState } from 'preact/hooks'
import { useAdmin } from '../app/context.ts'
import type { Rows } from './rows.ts'
import type { Decide } from './use-decide.ts'

/** The most comments that are selected at once. */
const MOST = 100
/** Decisions that are sent at the same time. */
const TOGETHER = 5

/** The comments that a moderator has selected. */
export interface Selection {
  readonly checked: ReadonlySet<string>
  /** Whether no more can be selected. */
  readonly isFull: boolean
  check(id: string, checked: boolean): void
  clear(): void
  /** Decides about all of them, and says how many decisions were made. */
  decide(status: 'ACCEPTED' | 'REJECTED'): void
}

export function useSelection({ rows, decide }: { readonly rows: Rows; readonly decide: Decide }): Selection {
  const { say, texts } = useAdmin()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  // A comment that has left the queue is not selected any more.
  const checked = new Set(rows.ids.value.filter(id => chosen.has(id)))
  const isFull = checked.size >= MOST
  const decideAll = async (status: 'ACCEPTED' | 'REJECTED') => {
    const waiting = [...checked]
    setChosen(new Set())
    let made = 0
    const work = async () => {
      for (let id = waiting.shift(); id !== undefined; id = waiting.shift())
        if (await decide(id, status, { isSilent: true })) made++
    }
    await Promise.all(Array.from({ length: TOGETHER }, work))
    if (made > 0) say(texts.counted(status === 'ACCEPTED' ? 'approvedAll' : 'rejectedAll', made))
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
