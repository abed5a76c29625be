import { type ExpiryParts, removeExpired } from './expiry.ts'
import { messageOf } from './failure.ts'
import { refreshStatistics } from './planner-statistics.ts'

/** The parts that upkeep uses. */
export interface UpkeepParts extends ExpiryParts {
  /** Milliseconds between two rounds. */
  readonly interval: number
  readonly log: (message: string) => void
}

/**
 * Removes expired documents and updates the planner's statistics, first after a short time and then regularly. It
 * returns a function that stops this.
 */
export function startUpkeep(parts: UpkeepParts): () => void {
  let isStopped = false
  let timer = setTimeout(tick, Math.min(parts.interval, 1000)).unref()
  function tick(): void {
    void round(parts)
      .catch((error: unknown) => {
        if (!isStopped) parts.log(`Upkeep of the document store failed: ${messageOf(error)}`)
      })
      .finally(() => {
        if (!isStopped) timer = setTimeout(tick, parts.interval).unref()
      })
  }
  return () => {
    isStopped = true
    clearTimeout(timer)
  }
}

async function round(parts: UpkeepParts): Promise<void> {
  await removeExpired(parts)
  // One table at a time, so that others are answered in between.
  while ((await parts.queue.enqueue(() => refreshStatistics(parts.writer, 1))) > 0);
}
