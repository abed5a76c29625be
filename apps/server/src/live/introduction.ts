import type { IncomingMessage } from 'node:http'
import { EXPIRY_TOLERANCE } from '@platform/auth'
import type { LoadedPlugin } from '@platform/plugin-host'
import type { LiveSocket, Services } from '@platform/plugin-sdk'
import pTimeout from 'p-timeout'
import type { WebSocket } from 'ws'
import { attribute, attributionOf, describeAttribution, logPluginFailure, placeOf } from '../composition/attribution.ts'
import { isExpected } from '../composition/schema/mutation-errors.ts'
import { credentials } from '../http/identify.ts'
import type { Log } from '../runtime/log.ts'
import { logFailure, outageOf } from '../runtime/outage.ts'
import { CLOSE, type Connection } from './connection.ts'
import type { EndedSessionsWatch } from './ended-sessions.ts'

/** How long `onConnect` of a plugin may take. Milliseconds. */
const CONNECT_DEADLINE = 10_000

/** The payload of `connection_init`. */
export interface Introduction extends Record<string, unknown> {
  readonly token?: unknown
  readonly ticket?: unknown
}

/** A connection whose client says who it is. */
interface Introduced {
  readonly connection: Connection
  readonly handshake: IncomingMessage
  readonly params: Introduction
}

type OnConnect = NonNullable<NonNullable<LoadedPlugin['hooks']['websockets']>['onConnect']>

/** Finds the caller of a connection and asks the plugins. @returns whether the connection may stay. */
export async function introduce(
  services: Services,
  watch: EndedSessionsWatch,
  { connection, params }: { readonly connection: Connection; readonly params: Introduction | undefined },
): Promise<boolean> {
  const { handshake, socket } = connection
  connection.handshake = null
  // The library takes one introduction of a connection.
  if (!handshake) return false
  const introduced = { connection, handshake, params: params ?? {} }
  try {
    if (!(await watch.enter(connection, () => identify(services, introduced)))) return false
    // Of a client that has left meanwhile nobody is told.
    if (socket.readyState !== socket.OPEN) return false
    closeAtExpiry(connection)
    await greet(services, introduced)
    return true
  } catch (error) {
    if (outageOf(error)) {
      logFailure(services.log, error, { text: 'a live connection was refused, because a store cannot be used' })
      socket.close(CLOSE.later, 'This does not work just now')
    } else logRefusal(error, services.log)
    return false
  }
}

async function identify(services: Services, { handshake, connection, params: { token, ticket } }: Introduced) {
  if (ticket !== undefined && ticket !== null) return services.liveTickets.redeem(ticket)
  const url = new URL(handshake.url ?? '/', 'ws://localhost')
  const found = credentials(handshake, url.search.slice(1))
  if (token === undefined || token === null)
    return services.authentication.identify(connection.ownOrigin ? found : { ...found, cookieHeader: undefined })
  if (typeof token !== 'string') throw new Error('the token is not a string')
  return services.authentication.identify({ authorization: `Bearer ${token}` })
}

/**
 * Closes a connection when its token expires, or when it is no longer accepted, if it has expired before: the client
 * would connect again with it until then.
 */
function closeAtExpiry({ caller, socket }: Connection): void {
  const expiresAt = caller?.token?.expiresAt
  if (!expiresAt) return
  const left = expiresAt.getTime() - Date.now()
  const wait = Math.min(left > 0 ? left : left + EXPIRY_TOLERANCE, 2 ** 31 - 1)
  const timer = setTimeout(() => socket.close(CLOSE.forbidden, 'Your session has ended'), Math.max(0, wait))
  socket.once('close', () => clearTimeout(timer))
}

/** Calls `onConnect` of all plugins, which may refuse the connection by failing. `socket.upgradeReq` has the caller. */
async function greet({ composition }: Services, { connection, handshake, params }: Introduced): Promise<void> {
  const plugins = composition.plugins.filter(({ hooks }) => hooks.websockets)
  if (plugins.length === 0) return
  const { caller } = connection
  connection.isGreeted = true
  const upgradeReq = Object.assign(handshake, { user: caller?.user ?? null, jwt: caller?.token?.claims ?? null })
  const socket = Object.assign(connection.socket, { upgradeReq })
  await Promise.all(plugins.map(plugin => greeting(plugin, onConnect => onConnect(params, socket))))
}

/** Calls `onConnect` of one plugin. A plugin that answers too late fails. */
async function greeting(plugin: LoadedPlugin, ask: (onConnect: OnConnect) => unknown): Promise<void> {
  const { onConnect } = plugin.hooks.websockets ?? {}
  if (!onConnect) return
  const answer = () =>
    pTimeout(
      Promise.resolve().then(() => ask(onConnect)),
      { milliseconds: CONNECT_DEADLINE, message: `onConnect did not answer within ${CONNECT_DEADLINE / 1_000} s` },
    )
  await attribute(plugin, 'websockets', 'onConnect', answer)()
}

/** Calls `onDisconnect` of all plugins after a connection was closed for which `onConnect` was called. */
export function dismiss({ composition, log }: Services, { socket, isGreeted }: Connection): void {
  if (!isGreeted) return
  for (const plugin of composition.plugins) {
    const { onDisconnect } = plugin.hooks.websockets ?? {}
    if (onDisconnect)
      Promise.resolve()
        .then(() => attribute(plugin, 'websockets', 'onDisconnect', onDisconnect)(socket as WebSocket & LiveSocket))
        .catch((error: unknown) => logPluginFailure(log, error, placeOf(plugin, 'websockets', 'onDisconnect')))
  }
}

/** Logs why a connection was refused: a refusal in one line, the failure of a plugin as an error. */
function logRefusal(error: unknown, log: Log): void {
  const place = attributionOf(error)
  if (place && !isExpected(error)) {
    log.error({ err: error, ...place }, `PLUGIN_HOOK_FAILED ${describeAttribution(place)}`)
    return
  }
  const reason = error instanceof Error ? error.message : String(error)
  log.info({ reason, ...place }, 'a live connection was refused')
}
