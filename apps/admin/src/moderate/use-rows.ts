import { useEffect, useMemo, useState } from 'preact/hooks'
import { useAdmin } from '../app/context.ts'
import { type Assets, isIn, type Queue, selectionOf } from './queues.ts'
import { type Order, Rows } from './rows.ts'

interface QueueRows {
  readonly rows: Rows
  /** Changes, at most once a second, when something has happened to comments. */
  readonly turn: number
  /** Counts as something that has happened. */
  turnOn(): void
}

/** Which comments of a queue are shown, and in which order. */
interface Wanted {
  readonly assets: Assets
  readonly order: Order
  /** Words in their texts; empty for any. */
  readonly text: string
  /** The id of their author; `null` for any. */
  readonly author: string | null
}

/** The comments of a queue, kept up to date while it is open. A search shows what there was when it was made. */
export function useRows(queue: Queue, { assets, order, text, author }: Wanted): QueueRows {
  const admin = useAdmin()
  const [turn, setTurn] = useState(0)
  const turnOn = () => setTurn(before => before + 1)
  const isSearch = text !== '' || author !== null
  const rows = useMemo(
    () =>
      new Rows({
        ...admin,
        order,
        selection: {
          ...selectionOf(queue, assets),
          ...(text ? { text } : {}),
          ...(author === null ? {} : { author_id: author }),
        },
        isSearch,
        holds: comment => isIn(queue, assets, comment),
      }),
    [queue, assets, order, text, author],
  )
  useEffect(() => {
    void rows.readMore()
    const ends = [
      admin.feed.listen(news => {
        const here = news.filter(({ comment }) => assets?.includes(comment.asset?.id ?? '') ?? true)
        if (here.length === 0) return
        rows.heard(here.map(({ comment }) => comment))
        turnOn()
      }),
      admin.activity.look({ queue: queue.key, holds: comment => !isSearch && isIn(queue, assets, comment) }),
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
