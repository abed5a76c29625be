import { AsyncLocalStorage } from 'node:async_hooks'

/** The plugin that an error came from, and the place in it. */
export interface Attribution {
  readonly plugin: string
  readonly version: string | null
  readonly hook: string
  /** The place: `Comment.likes`, `POST /api/v1/likes`. */
  readonly at: string
}

const running = new AsyncLocalStorage<Attribution>()

/** Runs code of a plugin, and marks all that it starts, timers and promises too, as the plugin's. */
export function runAs<R>(attribution: Attribution, run: () => R): R {
  return running.run(attribution, run)
}

/** The plugin whose code runs now, or that started the code that runs now. */
export function runningNow(): Attribution | undefined {
  return running.getStore()
}
