import { isIssuedBefore } from '@platform/auth'
import type { Services } from '@platform/plugin-sdk'
import type { Caller } from '../contract/identity.ts'
import type { EndedSessions } from '../features/sessions/announcements.ts'
import { logFailure } from '../runtime/outage.ts'
import { CLOSE, type Connection } from './connection.ts'

/** How long after its last check a connection's token needs no check for another subscription. Milliseconds. */
const FRESH = 5_000
/** How many connections are checked at a time after messages of other servers may have been missed. */
const BATCH = 50

/** Closes live connections whose session has ended, on this server or another one. */
export interface EndedSessionsWatch {
  /** Finds the caller of a new connection. `false` when the caller's session ended during the search. */
  enter(connection: Connection, find: () => Promise<Caller>): Promise<boolean>
  /** Whether the session of a connection is current; checked every few seconds. Closes the connection otherwise. */
  admits(connection: Connection): Promise<boolean>
  stop(): void
}

export function watchEndedSessions(services: Services, connections: ReadonlySet<Connection>): EndedSessionsWatch {
  let changes = 0
  const checked = new WeakMap<Connection, number>()

  function recheck(): void {
    changes++
    checkAll().catch((error: unknown) =>
      logFailure(services.log, error, { text: 'the sessions of live connections could not be checked again' }),
    )
  }

  async function checkAll(): Promise<void> {
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
    if (ended === null) return recheck()
    changes++
    const reason = 'banned' in ended && ended.banned ? BANNED : ENDED
    for (const connection of connections) if (concerns(ended, connection)) end(connection, reason)
  })

  // A site that begins to require confirmed addresses ends the sessions of accounts without one.
  const settings = services.events.subscribe('settingsUpdated', null, recheck)
  settings.catch((error: unknown) =>
    logFailure(services.log, error, { text: 'changes of settings do not reach live connections' }),
  )

  return {
    async enter(connection, find) {
      const before = changes
      connection.caller = await find()
      // A session that ended meanwhile was not closed, because its connection had no caller yet.
      if (changes !== before) return check(connection)
      checked.set(connection, performance.now())
      return true
    },
    async admits(connection) {
      const fresh = performance.now() - (checked.get(connection) ?? -FRESH) < FRESH
      return fresh || !connection.caller?.user || check(connection)
    },
    stop() {
      leave()
      settings.then(leaveSettings => leaveSettings()).catch(() => {})
    },
  }
}

function concerns(ended: EndedSessions, { caller }: Connection): boolean {
  if (!caller?.token) return false
  if ('jti' in ended) return caller.token.userId === ended.userId && caller.token.jti === ended.jti
  return caller.user?.id === ended.userId && isIssuedBefore(caller.token, ended.validAfter)
}

const ENDED = 'Your session has ended'
/** The stream tells the user so, because the user can't be asked who they are any more. */
const BANNED = 'Your account is banned'

function end({ socket }: Connection, reason = ENDED): void {
  socket.close(CLOSE.forbidden, reason)
}
