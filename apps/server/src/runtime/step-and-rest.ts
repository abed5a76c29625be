import { setTimeout as wait } from 'node:timers/promises'

/** The longest rest after a step, in milliseconds. */
const LONGEST = 1_000

/**
 * Does one step of long work, and then rests for as long as the step took: what others ask and write meanwhile has at
 * least half of the time.
 *
 * @example
 * for (const page of pages) await stepAndRest(() => change(page), signal)
 */
export async function stepAndRest<R>(step: () => Promise<R>, signal?: AbortSignal): Promise<R> {
  signal?.throwIfAborted()
  const before = performance.now()
  const result = await step()
  await wait(Math.min(performance.now() - before, LONGEST), undefined, signal ? { signal } : {})
  return result
}
