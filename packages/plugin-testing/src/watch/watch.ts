import type { Forgotten } from './forgotten.ts'
import { guardNetwork } from './network.ts'
import { watchRejections } from './rejections.ts'
import { watchTimers } from './timers.ts'

/** Everything that is watched while a test platform lives. */
export interface Watch {
  /** Rejections so far. */
  readonly rejections: readonly Forgotten[]
  /** Ends it, once the platform has stopped. */
  stop(): Promise<readonly Forgotten[]>
}

/** Begins to watch. @param hosts - other machines that may be talked to. */
export function watch(hosts: readonly string[]): Watch {
  const timers = watchTimers()
  const rejections = watchRejections()
  const network = guardNetwork(hosts)
  return {
    rejections: rejections.found,
    async stop() {
      const leaked = await timers.stop()
      await rejections.stop()
      network.stop()
      return [...leaked, ...rejections.found, ...network.found]
    },
  }
}
