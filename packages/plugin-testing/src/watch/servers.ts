import { Server } from 'node:net'
import type { Forgotten } from './forgotten.ts'
import { pluginFrame } from './plugin-frame.ts'

/** Records every server that starts to listen, until `stop`. */
export interface ServerWatch {
  /** The servers of plugins that still listen. @param end - whether they are closed now. */
  stop(end: boolean): readonly Forgotten[]
}

interface Begun {
  readonly server: Server & { closeAllConnections?(): void }
  readonly place: string
}

const watching = new Set<Begun[]>()
const listen = Server.prototype.listen

/**
 * Starts recording. The stack of `listen` shows the place that starts a server; it is gone once Node has looked up the
 * address.
 */
export function watchServers(): ServerWatch {
  const begun: Begun[] = []
  if (watching.size === 0) {
    Server.prototype.listen = function watched(this: Server, ...args: unknown[]) {
      const place = pluginFrame(new Error('server').stack ?? '')
      if (place !== null) for (const list of watching) list.push({ server: this, place })
      return (listen as (...args: unknown[]) => Server).apply(this, args)
    } as typeof listen
  }
  watching.add(begun)
  return {
    stop(end) {
      watching.delete(begun)
      if (watching.size === 0) Server.prototype.listen = listen
      return begun
        .filter(({ server }) => server.listening)
        .map(({ server, place }) => {
          if (end) {
            server.close()
            server.closeAllConnections?.()
          }
          return {
            code: 'LEAKED_SERVER' as const,
            message: `the server started at ${place} is still listening after the platform has stopped`,
            fix:
              'close it in shutdown, or where it is started: ' +
              'init: ({ defer }) => { const server = createServer(...).listen(...); defer(() => server.close()) }',
          }
        })
    },
  }
}
