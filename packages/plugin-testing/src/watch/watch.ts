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

/** How many watches run now. Only the last one ends what was left, because the others still have to find it. */
let active = 0

/** Starts all watches. @param hosts - other machines that may be connected to. */
export function watch(hosts: readonly string[]): Watch {
  active++
  const running = watchRunning()
  const servers = watchServers()
  const rejections = watchRejections()
  // The watch of rejections adds a listener, so the watch of listeners starts after it.
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
