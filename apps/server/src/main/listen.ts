import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { createAddressLimits } from '../http/connections.ts'
import { createHttpServer } from '../http/server.ts'
import { createLiveEndpoint } from '../live/endpoint.ts'
import { followConnections } from './connections.ts'
import type { Platform } from './platform.ts'

/** A platform on a port. */
export interface Listening {
  readonly port: number
  /**
   * Takes the server out of service: it is not ready, accepts connections for a configured time, then lets requests in
   * flight finish and closes live connections with 1001.
   */
  stop(): Promise<void>
}

/** How long requests in flight may take once the server is being stopped. Milliseconds. */
const DRAIN = 10_000

/** Puts a platform on its configured port. @throws the system's error, such as EADDRINUSE. */
export async function listen(platform: Platform): Promise<Listening> {
  const { port, host, drainDelay } = platform.config
  const limits = createAddressLimits(platform.services)
  const server = createHttpServer(platform, limits)
  const connections = followConnections(server)
  const live = createLiveEndpoint(platform, server, limits)
  server.listen(port, host)
  await once(server, 'listening')
  // When memory or file descriptors run out, a connection is lost; the others go on.
  server.on('error', error => platform.log.error({ err: error }, 'a connection could not be accepted'))
  return {
    port: (server.address() as AddressInfo).port,
    async stop() {
      platform.drain()
      connections.announceEnd()
      await wait(drainDelay)
      await Promise.all([connections.close(DRAIN), live.close()])
    },
  }
}
