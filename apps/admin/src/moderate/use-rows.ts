import { useEffect, useMemo, useState } from 'preact/hooks'
import { useAdmin } from '../app/context.ts'
import { followComments } from './follow.ts'
import { isIn, type Queue, selectionOf } from './queues.ts'
import { type Order, Rows } from './rows.ts'

interface QueueRows {
  readonly rows: Rows
  /** Changes, at most once a second, when something has happened to comments. */
  readonly turn: number
  /** Counts as something that has happened. */
  turnOn(): void
}

/** The comments of a queue, kept up to date while it is open. */
export function useRows(queue: Queue, asset: string | null, order: Order): QueueRows {
  const admin = useAdmin()
  const [turn, setTurn] = useState(0)
  const turnOn = () => setTurn(before => before + 1)
  const rows = useMemo(
    () =>
      new Rows({
        ...admin,
        order,
        selection: selectionOf(queue, asset),
        holds: comment => isIn(queue, asset, comment),
      }),
    [queue, asset, order],
  )
  useEffect(() => {
    void rows.readMore()
    const ends = [
      followComments(admin.live, asset, comments => {
        rows.heard(comments)
        turnOn()
      }),
      admin.live.onMissed(() => {
        void rows.catchUp()
        turnOn()
      }),
    ]
    return () => {
      for (const end of ends) end()
    }
  }, [rows])
  return { rows, turn, turnOn }
}
