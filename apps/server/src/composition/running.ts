import { AsyncLocalStorage } from 'node:async_hooks'
import type { Attribution } from '../contract/composed.ts'

const running = new AsyncLocalStorage<Attribution>()

/** Runs code of a plugin so that whatever it starts, timers and promises too, is known to be its own. */
export function runAs<R>(attribution: Attribution, run: () => R): R {
  return running.run(attribution, run)
}

/** Whose code runs now, or left behind what runs now. */
export function runningNow(): Attribution | undefined {
  return running.getStore()
}
