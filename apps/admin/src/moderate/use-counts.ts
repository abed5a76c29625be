import { useEffect, useState } from 'preact/hooks'
import { useAdmin } from '../app/context.ts'
import { CountOfQueue } from '../documents/generated.ts'
import { type Queue, selectionOf } from './queues.ts'

/** How many comments are in each queue, by its key; `null` until it is known. */
export type Counts = Readonly<Record<string, number>>

/** Reads the counts of the queues, and again with `turn`, which changes at most once a second. */
export function useCounts(queues: readonly Queue[], asset: string | null, turn: number): Counts | null {
  const { graph } = useAdmin()
  const [counts, setCounts] = useState<{ readonly of: string | null; readonly counts: Counts } | null>(null)
  useEffect(() => {
    let isCurrent = true
    const read = async (queue: Queue) => {
      const { data } = await graph.ask(CountOfQueue, { query: selectionOf(queue, asset) })
      return [queue.key, data?.commentCount ?? 0] as const
    }
    Promise.all(queues.map(read)).then(
      read => isCurrent && setCounts({ of: asset, counts: Object.fromEntries(read) }),
      () => undefined,
    )
    return () => {
      isCurrent = false
    }
  }, [queues, asset, turn])
  return counts?.of === asset ? counts.counts : null
}
