import type { Forgotten } from './forgotten.ts'
import { pluginFrame } from './plugin-frame.ts'

/** Collects promises that were rejected without being handled. */
export interface RejectionWatch {
  readonly found: readonly Forgotten[]
  stop(): Promise<void>
}

type Listener = (reason: unknown) => void
const watching = new Set<Listener>()
let others: Listener[] = []

/**
 * Starts collecting. Until the last collection ends, the test runner does not see unhandled rejections: it would end
 * the run without naming the platform they belong to.
 */
export function watchRejections(): RejectionWatch {
  const found: Forgotten[] = []
  const listener: Listener = reason => {
    found.push(describe(reason))
  }
  if (watching.size === 0) {
    others = process.listeners('unhandledRejection') as Listener[]
    process.removeAllListeners('unhandledRejection').on('unhandledRejection', tellAll)
  }
  watching.add(listener)
  return {
    found,
    async stop() {
      await new Promise(resolve => {
        setImmediate(resolve)
      })
      watching.delete(listener)
      if (watching.size > 0) return
      process.off('unhandledRejection', tellAll)
      for (const other of others.splice(0)) process.on('unhandledRejection', other)
    },
  }
}

function tellAll(reason: unknown): void {
  for (const listener of watching) listener(reason)
}

function describe(reason: unknown): Forgotten {
  const place = reason instanceof Error ? pluginFrame(reason.stack ?? '') : null
  const text = reason instanceof Error ? reason.message : String(reason)
  return {
    code: 'UNHANDLED_REJECTION',
    message: `a promise was rejected, and no code waited for it: ${text}${place === null ? '' : `\n  at   ${place}`}`,
    fix: 'await the promise, or catch its error',
    cause: reason,
  }
}
