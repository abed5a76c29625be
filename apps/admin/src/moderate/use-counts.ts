import { useEffect, useState } from 'preact/hooks'
import { useAdmin } from '../app/context.ts'
import { CountsOfQueues } from '../documents/generated.ts'
import { type Assets, type Queue, selectionOf } from './queues.ts'

/** How many comments are in each queue, by its key; `null` until it is known. */
export type Counts = Readonly<Record<string, number>>

/** Reads the counts of the queues, and again with `turn`, which changes at most once a second. */
export function useCounts(queues: readonly Queue[], assets: Assets, turn: number): Counts | null {
  const { graph } = useAdmin()
  const [counts, setCounts] = useState<{ readonly of: Assets; readonly counts: Counts } | null>(null)
  useEffect(() => {
    let isCurrent = true
    graph.ask(CountsOfQueues, { queries: queues.map(queue => selectionOf(queue, assets)) }).then(
      ({ data }) => {
        const read = data?.commentCounts
        if (isCurrent && read)
          setCounts({ of: assets, counts: Object.fromEntries(queues.map(({ key }, i) => [key, read[i] ?? 0])) })
      },
      () => undefined,
    )
    return () => {
      isCurrent = false
    }
  }, [queues, assets, turn])
  return counts?.of === assets ? counts.counts : null
}
