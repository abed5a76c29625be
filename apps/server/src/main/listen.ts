import { once } from 'node:events'
import type { RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { createAddressLimits } from '../http/connections.ts'
import { MOST_IN_FLIGHT } from '../http/in-flight.ts'
import { createHttpServer, createRequestListener } from '../http/server.ts'
import { createTurns } from '../http/turns.ts'
import { createLiveEndpoint } from '../live/endpoint.ts'
import { followConnections } from './connections.ts'
import type { Platform } from './platform.ts'

/** A platform that listens on a port. */
export interface Listening {
  readonly port: number
  /**
   * Answers all further requests by another platform. Resolves when the former one has answered its requests and has
   * closed its live connections with 1013, after which clients connect again and read what they missed.
   */
  replace(next: Platform): Promise<void>
  /**
   * Takes the server out of service: it is not ready, accepts connections for a configured time, then lets requests in
   * flight finish and closes live connections with 1001.
   */
  stop(): Promise<void>
}

/** How long requests in flight may take once the server is being stopped. Milliseconds. */
const DRAIN = 10_000

/**
 * Connections that wait to be accepted, as far as the system allows. When more come, the system drops their first
 * packet, and they try again a second later.
 */
const BACKLOG = 4_096

/** Puts a platform on its configured port. @throws the system's error, such as EADDRINUSE. */
export async function listen(platform: Platform): Promise<Listening> {
  const { port, host, drainDelay } = platform.config
  const limits = createAddressLimits(platform.services)
  const turns = createTurns()
  const server = createHttpServer(platform, limits, { turns })
  let [answer] = server.listeners('request') as [RequestListener]
  const connections = followConnections(server)
  let current = { platform, live: createLiveEndpoint(platform, server, limits) }
  server.listen({ port, host, backlog: BACKLOG })
  await once(server, 'listening')
  // When memory or file descriptors run out, a connection is lost; the others go on.
  server.on('error', error => current.platform.log.error({ err: error }, 'a connection could not be accepted'))
  return {
    port: (server.address() as AddressInfo).port,
    async replace(next) {
      const [former, answered] = [current, connections.answered(DRAIN)]
      server.off('request', answer)
      answer = createRequestListener(next, limits, { mostInFlight: MOST_IN_FLIGHT, turns })
      server.on('request', answer)
      current = { platform: next, live: createLiveEndpoint(next, server, limits) }
      await Promise.all([answered, former.live.close('replaced')])
    },
    async stop() {
      current.platform.drain()
      connections.announceEnd()
      await wait(drainDelay)
      await Promise.all([connections.close(DRAIN), current.live.close()])
    },
  }
}
