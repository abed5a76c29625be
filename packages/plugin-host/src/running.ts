import { AsyncLocalStorage } from 'node:async_hooks'

/** Whose code an error came out of, and where. */
export interface Attribution {
  readonly plugin: string
  readonly version: string | null
  readonly hook: string
  /** The place: `Comment.likes`, `POST /api/v1/likes`. */
  readonly at: string
}

const running = new AsyncLocalStorage<Attribution>()

/** Runs code of a plugin so that whatever it starts, timers and promises too, is known to be its own. */
export function runAs<R>(attribution: Attribution, run: () => R): R {
  return running.run(attribution, run)
}

/** The plugin whose code runs now, or that started what runs now. */
export function runningNow(): Attribution | undefined {
  return running.getStore()
}
