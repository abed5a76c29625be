import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Services } from '@platform/plugin-sdk'
import { GRAPHQL_TRANSPORT_WS_PROTOCOL } from 'graphql-ws'
import { type ServerOptions, WebSocketServer } from 'ws'
import type { Composition } from '../composition/composition.ts'
import { LIVE_PATH } from '../contract/live-path.ts'
import { isPermittedOrigin } from '../features/assets/permitted-origin.ts'
import { addressReader } from '../http/client-address.ts'
import { type AddressLimits, admitsConnection } from '../http/connections.ts'
import type { CountByAddress } from '../http/count-by-address.ts'
import type { Deadlines } from '../http/deadlines.ts'
import { offersWebsocket } from '../http/websocket-offer.ts'
import { isOwnOrigin } from '../request/own-origin.ts'
import { logFailure } from '../runtime/outage.ts'
import { CLOSE, type Connection, floodGuard } from './connection.ts'
import { watchEndedSessions } from './ended-sessions.ts'
import { createGroups } from './groups.ts'
import { inspect } from './inspect-message.ts'
import { keepAlive } from './keep-alive.ts'
import { createOutgoing, type Outgoing } from './outgoing.ts'
import { closeAtExpiry, createProtocol, dismiss } from './protocol.ts'
import { createTurns } from './turns.ts'
import { watchMessages } from './unfinished-message.ts'

/** The most bytes of a message of a client. */
export const LONGEST_MESSAGE = 64 * 1024
/** Both this endpoint and the server listen for the end of a socket that is handed back. */
const MOST_LISTENERS = 30
/** How long clients may take to close their connections when the server stops. Milliseconds. */
export const CLOSE_DEADLINE = 2_000

/** The composition and state that subscriptions are served with. */
export interface LiveServing {
  readonly composition: Composition
  /** Whether the server accepts connections. */
  readonly ready: boolean
  readonly deadlines: Deadlines
}

/** The live endpoint: GraphQL subscriptions over a websocket. */
export interface LiveEndpoint {
  readonly connections: number
  /**
   * Accepts no connection any more and closes every one: with 1001, or with 1013 when another platform takes over and
   * clients are to read what is newer.
   */
  close(why?: 'stopping' | 'replaced'): Promise<void>
}

export function createLiveEndpoint(serving: LiveServing, server: Server, limits: AddressLimits): LiveEndpoint {
  const { composition, deadlines } = serving
  const { services } = composition
  const sockets = createSockets(deadlines)
  const connections = new Set<Connection>()
  const addressOf = addressReader(services.config)
  const watch = watchEndedSessions(services, connections)
  const outgoing = createOutgoing()
  const protocol = createProtocol(composition, { groups: createGroups(composition), watch, outgoing })

  const handedOver = new Set<Duplex>()
  const forgetGaps = services.peers.onGap(() => closeAfterGap(connections))

  const enter = (
    request: IncomingMessage,
    { socket, head }: { socket: Duplex; head: Buffer },
    { ownOrigin }: Admission,
  ) => {
    // The library accepts only this one value, although a client may offer other protocols too.
    if (offersWebsocket(request)) request.headers.upgrade = 'websocket'
    sockets.handleUpgrade(request, socket, head, opened => {
      const place = { socket: opened, raw: socket, ownOrigin, address: addressOf(request) }
      const connection = newConnection(request, { ...place, limits })
      connections.add(connection)
      opened.once('close', () => connections.delete(connection))
      open(services, { protocol, outgoing }, connection)
      watchMessages(socket, deadlines.message, () =>
        opened.close(CLOSE.policy, `Send a whole message within ${deadlines.message / 1_000} s`),
      )
    })
  }

  const upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    if (!offersWebsocket(request)) return handBack(server, request, { socket, head })
    // Node removes its listeners from a socket that it hands over, and an error without a listener ends the process.
    socket.on('error', () => socket.destroy())
    handedOver.add(socket)
    socket.once('close', () => handedOver.delete(socket))
    if (!isWithinLimits(limits, request, socket)) return refuse(socket, 429)
    admit(serving, request)
      .then(
        admission =>
          typeof admission === 'number' ? refuse(socket, admission) : enter(request, { socket, head }, admission),
        (error: unknown) => {
          logFailure(services.log, error, { text: 'a live connection could not be admitted' })
          refuse(socket, 500)
        },
      )
      .catch((error: unknown) => {
        services.log.error({ err: error }, 'a live connection could not be opened')
        socket.destroy()
      })
  }
  server.on('upgrade', upgrade)

  return {
    get connections() {
      return sockets.clients.size
    },
    async close(why = 'stopping') {
      if (why === 'replaced') server.off('upgrade', upgrade)
      watch.stop()
      forgetGaps()
      await closeAll(sockets, FAREWELLS[why])
      // The server waits for every socket, also for those that were refused or not admitted yet.
      for (const socket of handedOver) socket.destroy()
    },
  }
}

/**
 * Gives a request that asks for no websocket back to the server, without its offer. Node before 22.21 gives every
 * request with an `Upgrade` header to the listeners of upgrades. The server takes the connection for a new one, so it
 * ends with the answer.
 */
function handBack(server: Server, request: IncomingMessage, { socket, head }: { socket: Duplex; head: Buffer }): void {
  const { method, url, httpVersion, rawHeaders } = request
  const lines = [`${method} ${url} HTTP/${httpVersion}`, 'connection: close']
  for (let i = 0; i < rawHeaders.length; i += 2)
    if (!/^(upgrade|connection|http2-settings)$/i.test(rawHeaders[i]!))
      lines.push(`${rawHeaders[i]}: ${rawHeaders[i + 1]}`)
  socket
    .setMaxListeners(MOST_LISTENERS)
    .unshift(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), head]))
  server.emit('connection', socket)
}

function newConnection(
  request: IncomingMessage,
  {
    limits,
    ...place
  }: Pick<Connection, 'socket' | 'raw' | 'ownOrigin' | 'address'> & { readonly limits: AddressLimits },
): Connection {
  const limited = limits.addresses.ofRequest(request)
  const counter =
    (count: CountByAddress) =>
    (amount = 1) =>
      limited === null ? () => {} : count.take(limited, amount)
  return {
    ...{ request, ...place, caller: null, subscriptions: 0, turns: createTurns(), started: { all: 0, resumed: 0 } },
    countForAddress: counter(limits.liveSubscriptions),
    countTextForAddress: counter(limits.liveTexts),
  }
}

const FAREWELLS = {
  stopping: [CLOSE.goingAway, 'The server is stopping; reconnect in a moment'],
  replaced: [CLOSE.missed, 'The plugins were reloaded; reconnect and read what is newer'],
} as const

/** Closes every connection, and ends those that do not answer. */
async function closeAll(sockets: WebSocketServer, farewell: readonly [code: number, reason: string]): Promise<void> {
  const clients = [...sockets.clients]
  const closed = Promise.all(clients.map(client => new Promise(resolve => client.once('close', resolve))))
  for (const client of clients) client.close(...farewell)
  const timer = setTimeout(() => {
    for (const client of sockets.clients) client.terminate()
  }, CLOSE_DEADLINE)
  await closed
  clearTimeout(timer)
  sockets.close()
}

/** Messages between servers may be lost, and a client can only find out by reading what is newer than what it has. */
function closeAfterGap(connections: ReadonlySet<Connection>): void {
  for (const { socket, subscriptions } of connections)
    if (subscriptions > 0) socket.close(CLOSE.missed, 'Events may have been missed; reconnect and read what is newer')
}

function createSockets({ closeConfirmation }: Deadlines): WebSocketServer {
  // The types of the library do not know `closeTimeout`.
  const options: ServerOptions & { readonly closeTimeout: number } = {
    noServer: true,
    maxPayload: LONGEST_MESSAGE,
    perMessageDeflate: false,
    closeTimeout: closeConfirmation,
    handleProtocols: chooseProtocol,
  }
  return new WebSocketServer(options)
}

/** Counts the connection for its address; `false` when the address has the most already. */
function isWithinLimits(limits: AddressLimits, request: IncomingMessage, socket: Duplex): boolean {
  const address = limits.addresses.ofRequest(request)
  if (!admitsConnection(limits, { req: request, res: null, address })) return false
  if (address === null) return true
  const release = limits.liveConnections.take(address)
  if (release) socket.once('close', release)
  return release !== null
}

/** Accepts a client of an older protocol, so that a close code can tell it that the protocol is not supported. */
function chooseProtocol(offered: Set<string>): string | false {
  return offered.has(GRAPHQL_TRANSPORT_WS_PROTOCOL) ? GRAPHQL_TRANSPORT_WS_PROTOCOL : ([...offered][0] ?? false)
}

/** An accepted handshake. */
interface Admission {
  readonly ownOrigin: boolean
}

/** Accepts a handshake, or gives the status with which it is refused. */
async function admit({ composition, ready }: LiveServing, request: IncomingMessage): Promise<Admission | number> {
  const { services } = composition
  const { config } = services
  if (request.url?.split('?', 1)[0] !== `${config.mountPath}${LIVE_PATH}`) return 404
  if (!ready) return 503
  const { origin, host } = request.headers
  const hosts = [config.rootUrl, config.liveUrl].map(url => new URL(url).host)
  if (config.production && !hosts.includes(host ?? '')) return 421
  if (origin === undefined) return { ownOrigin: true }
  if (isOwnOrigin(origin, host, config)) return { ownOrigin: true }
  return (await isPermittedOrigin(origin, services)) ? { ownOrigin: false } : 403
}

export const REASONS: Record<number, string> = {
  403: 'Forbidden',
  404: 'Not Found',
  421: 'Misdirected Request',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
}

function refuse(socket: Duplex, status: number): void {
  // The socket is destroyed, because a client could keep its side open. Further bytes of the client are read until
  // then, because a reset for unread bytes could overtake the answer.
  socket.resume().once('finish', () => socket.destroy())
  const wait = status === 429 ? 'Retry-After: 5\r\n' : ''
  socket.end(`HTTP/1.1 ${status} ${REASONS[status]}\r\n${wait}Connection: close\r\nContent-Length: 0\r\n\r\n`)
}

interface Speaking {
  readonly protocol: ReturnType<typeof createProtocol>
  readonly outgoing: Outgoing
}

function open(services: Services, { protocol, outgoing }: Speaking, connection: Connection): void {
  const { socket } = connection
  const flooding = floodGuard()
  const closed = protocol.opened(
    {
      protocol: socket.protocol,
      send: text => outgoing.send(connection, text),
      close: (code, reason) => socket.close(code, reason),
      onPing: payload => outgoing.send(connection, pong(services, connection, payload)),
      onMessage: handle =>
        socket.on('message', (data, binary) => {
          if (binary) return socket.close(4400, 'Send text')
          if (flooding()) return socket.close(CLOSE.policy, 'Too many messages')
          const { fault, about, text } = inspect(String(data))
          if (fault !== null) return socket.close(4400, fault)
          const before = connection.caller
          const handled = about === null ? handle(text) : connection.turns.run(about, () => handle(text))
          handled.then(
            () => {
              if (before === null && connection.caller) closeAtExpiry(connection)
            },
            (error: unknown) => {
              logFailure(services.log, error, { text: 'a live message failed' })
              socket.close(4500, 'Internal error')
            },
          )
        }),
    },
    connection,
  )
  socket.on('error', error => services.log.debug({ err: error }, 'a live connection failed'))
  socket.once('close', (code, reason) => {
    connection.turns.stop()
    void closed(code, String(reason))
    dismiss(services, connection)
  })
  keepAlive(connection, outgoing, services.config.keepAlive)
}

/**
 * The answer to a ping. The first one after subscriptions have started says from where on they receive events, and
 * whether they were resumed at their cursors, so that the client need not read what it missed.
 */
function pong({ events }: Services, { started }: Connection, payload: Record<string, unknown> | undefined): string {
  const { all, resumed } = started
  Object.assign(started, { all: 0, resumed: 0 })
  if (all === 0) return JSON.stringify({ type: 'pong', payload })
  return JSON.stringify({ type: 'pong', payload: { cursor: events.cursorOf(events.latest), resumed: all === resumed } })
}
