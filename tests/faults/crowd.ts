import { setTimeout as wait } from 'node:timers/promises'
import { expect } from 'vitest'
import { acknowledged, type Ledger } from './ledger.ts'
import type { Visitors } from './visitors.ts'

/** Visitors who go on until they are stopped. */
export interface Crowd extends AsyncDisposable {
  /** Each ends the round that it has begun. Rejects when a visitor failed. */
  stop(): Promise<void>
}

/** @param pause how long each rests after a round. Milliseconds. */
export function crowd(visits: Visitors, size: number, pause = 0): Crowd {
  let isOver = false
  const all = Promise.all(
    Array.from({ length: size }, async () => {
      while (!isOver) {
        await visits.round()
        await wait(pause)
      }
    }),
  )
  // A failure is told by `stop`.
  all.catch(() => {})
  const stop = async () => {
    isOver = true
    await all
  }
  return {
    stop,
    [Symbol.asyncDispose]: () => stop().catch(() => {}),
  }
}

/** Waits until so many further posts were acknowledged. */
export async function untilPosted(ledger: Ledger, more: number): Promise<void> {
  const enough = acknowledged(ledger) + more
  await expect.poll(() => acknowledged(ledger), { timeout: 30_000, interval: 20 }).toBeGreaterThanOrEqual(enough)
}
