import type { Forgotten } from './forgotten.ts'
import { watchListeners } from './listeners.ts'
import { guardNetwork } from './network.ts'
import { watchRejections } from './rejections.ts'
import { watchRunning } from './running.ts'
import { watchServers } from './servers.ts'

/** Everything that is watched while a test platform lives. */
export interface Watch {
  /** Rejections so far. */
  readonly rejections: readonly Forgotten[]
  /** Ends it, once the platform has stopped. */
  stop(): Promise<readonly Forgotten[]>
}

/** How many watch at this moment: what one ends, the others would not see. */
let active = 0

/** Begins to watch. @param hosts - other machines that may be talked to. */
export function watch(hosts: readonly string[]): Watch {
  active++
  const running = watchRunning()
  const servers = watchServers()
  const rejections = watchRejections()
  // After that, which listens itself.
  const listeners = watchListeners()
  const network = guardNetwork(hosts)
  return {
    rejections: rejections.found,
    async stop() {
      const last = --active === 0
      const leaked = [...(await running.stop(last)), ...servers.stop(last), ...listeners.stop(last)]
      await rejections.stop()
      network.stop()
      return [...leaked, ...rejections.found, ...network.found]
    },
  }
}
