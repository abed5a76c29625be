import { createHook } from 'node:async_hooks'
import { placeOf } from './blame.ts'
import type { Forgotten } from './forgotten.ts'

/** Sees every timer that starts until it is told to stop. */
export interface TimerWatch {
  /** Timers of plugins that are still running. */
  stop(): Promise<readonly Forgotten[]>
}

interface Running { readonly timer: WeakRef<object>; readonly stack: string }

/** Begins to watch. A stack is kept for every timer, so this is for tests. */
export function watchTimers(): TimerWatch {
  const running = new Map<number, Running>()
  const hook = createHook({
    init(id, type, _trigger, resource) { if (type === 'Timeout') running.set(id, { timer: new WeakRef(resource), stack: new Error('timer').stack ?? '' }) },
    destroy(id) { running.delete(id) },
  }).enable()
  return {
    async stop() {
      // Node tells of ended timers a turn later.
      for (let turn = 0; turn < 2; turn++) await new Promise(resolve => { setImmediate(resolve) })
      hook.disable()
      return [...running.values()].flatMap(forgotten)
    },
  }
}

function forgotten({ timer, stack }: Running): Forgotten[] {
  const found = timer.deref() as { hasRef(): boolean; _repeat?: unknown; _destroyed?: boolean } | undefined
  const place = placeOf(stack)
  if (!found || place === null || found._destroyed === true) return []
  const repeats = typeof found._repeat === 'number'
  // A timeout that keeps nothing alive ends by itself, as that of AbortSignal.timeout does.
  if (!repeats && !found.hasRef()) return []
  return [{
    code: 'LEAKED_TIMER', message: `the ${repeats ? 'interval' : 'timeout'} started at ${place} is still running after the platform has stopped`,
    fix: 'clear it in shutdown, or where it is started: init: ({ defer }) => { const timer = setInterval(...); defer(() => clearInterval(timer)) }',
  }]
}
