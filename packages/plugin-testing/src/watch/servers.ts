import { Server } from 'node:net'
import { placeOf } from './blame.ts'
import type { Forgotten } from './forgotten.ts'

/** Sees every server that begins to listen until it is told to stop. */
export interface ServerWatch {
  /** Those of plugins that still listen. @param end - whether they are closed too. */
  stop(end: boolean): readonly Forgotten[]
}

interface Begun {
  readonly server: Server & { closeAllConnections?(): void }
  readonly place: string
}

const watching = new Set<Begun[]>()
const listen = Server.prototype.listen

/**
 * Begins to watch. The place that starts a server is known when `listen` is called, and no longer when Node has looked
 * up its address.
 */
export function watchServers(): ServerWatch {
  const begun: Begun[] = []
  if (watching.size === 0) {
    Server.prototype.listen = function watched(this: Server, ...args: unknown[]) {
      const place = placeOf(new Error('server').stack ?? '')
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
            fix: 'close it in shutdown, or where it is started: init: ({ defer }) => { const server = createServer(...).listen(...); defer(() => server.close()) }',
          }
        })
    },
  }
}
