import { setTimeout as wait } from 'node:timers/promises'

/** Polls until the condition is true; fails after the deadline. */
export async function until(condition: () => boolean | Promise<boolean>, within = 12_000): Promise<void> {
  const deadline = performance.now() + within
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error(`not within ${within} ms: ${condition.toString()}`)
    await wait(5)
  }
}
