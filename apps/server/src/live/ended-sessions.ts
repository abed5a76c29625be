import { isIssuedBefore } from '@platform/auth'
import type { Services } from '@platform/plugin-sdk'
import type { Caller } from '../contract/identity.ts'
import type { EndedSessions } from '../features/sessions/announcements.ts'
import { CLOSE, type Connection } from './connection.ts'

/** How long a connection's token may go unchecked before it subscribes to more. Milliseconds. */
const FRESH = 5_000
/** Connections looked at together after messages may have been missed. */
const BATCH = 50

/** Closes live connections whose session has ended, wherever it was ended. */
export interface EndedSessionsWatch {
  /** Finds the caller of a new connection. `false` when their session ended while they were looked up. */
  enter(connection: Connection, find: () => Promise<Caller>): Promise<boolean>
  /** Whether the caller of a connection may go on; looked up at most every few seconds. Closes it otherwise. */
  admits(connection: Connection): Promise<boolean>
  stop(): void
}

export function watchEndedSessions(services: Services, connections: ReadonlySet<Connection>): EndedSessionsWatch {
  let changes = 0
  const checked = new WeakMap<Connection, number>()

  async function recheck(): Promise<void> {
    const all = [...connections].filter(({ caller }) => caller?.user)
    for (let i = 0; i < all.length; i += BATCH) await Promise.all(all.slice(i, i + BATCH).map(check))
  }

  async function check(connection: Connection): Promise<boolean> {
    const current = connection.caller === null || (await services.authentication.isCurrent(connection.caller))
    if (current) checked.set(connection, performance.now())
    else end(connection)
    return current
  }

  const leave = services.sessions.onEnd(ended => {
    changes++
    if (ended === null)
      return void recheck().catch((error: unknown) =>
        services.log.error({ err: error }, 'live connections could not be looked at again'),
      )
    for (const connection of connections) if (concerns(ended, connection)) end(connection)
  })

  return {
    async enter(connection, find) {
      const before = changes
      connection.caller = await find()
      // What ended meanwhile was not among the connections to close yet.
      if (changes !== before) return check(connection)
      checked.set(connection, performance.now())
      return true
    },
    async admits(connection) {
      const fresh = performance.now() - (checked.get(connection) ?? -FRESH) < FRESH
      return fresh || !connection.caller?.user || check(connection)
    },
    stop: leave,
  }
}

function concerns(ended: EndedSessions, { caller }: Connection): boolean {
  if (!caller?.token) return false
  if ('jti' in ended) return caller.token.userId === ended.userId && caller.token.jti === ended.jti
  return caller.user?.id === ended.userId && isIssuedBefore(caller.token, ended.validAfter)
}

function end({ socket }: Connection): void {
  socket.close(CLOSE.forbidden, 'Your session has ended')
}
