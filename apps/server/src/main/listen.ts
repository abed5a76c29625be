import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createHttpServer } from '../http/server.ts'
import { createLiveEndpoint } from '../live/endpoint.ts'
import type { Platform } from './platform.ts'

/** A platform on a port. */
export interface Listening {
  readonly port: number
  /** Closes live connections with 1001, and the port once the requests in flight are answered. */
  stop(): Promise<void>
}

/** How long requests in flight may take once the server is being stopped. Milliseconds. */
const DRAIN = 10_000

/** Puts a platform on its configured port. @throws the system's error, such as EADDRINUSE. */
export async function listen(platform: Platform): Promise<Listening> {
  const { port, host } = platform.config
  const server = createHttpServer(platform)
  const live = createLiveEndpoint(platform, server)
  server.listen(port, host)
  await once(server, 'listening')
  // When memory or file descriptors run out, a connection is lost; the others go on.
  server.on('error', error => platform.log.error({ err: error }, 'a connection could not be accepted'))
  return {
    port: (server.address() as AddressInfo).port,
    async stop() {
      platform.drain()
      const closed = new Promise(resolve => server.close(resolve))
      // A connection that is kept alive becomes idle when its request is done.
      const idle = setInterval(() => server.closeIdleConnections(), 50)
      await live.close()
      const timer = setTimeout(() => server.closeAllConnections(), DRAIN)
      await closed
      clearInterval(idle)
      clearTimeout(timer)
    },
  }
}
