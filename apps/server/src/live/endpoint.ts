import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { GRAPHQL_TRANSPORT_WS_PROTOCOL } from 'graphql-ws'
import pTimeout from 'p-timeout'
import { type ServerOptions, WebSocketServer } from 'ws'
import type { Composition } from '../composition/composition.ts'
import { addressReader } from '../http/client-address.ts'
import type { AddressLimits } from '../http/connections.ts'
import type { CountByAddress } from '../http/count-by-address.ts'
import type { Deadlines } from '../http/deadlines.ts'
import { offersWebsocket } from '../http/websocket-offer.ts'
import { logFailure } from '../runtime/outage.ts'
import { type Admission, admit, isWithinLimits, refuse } from './admission.ts'
import { CLOSE, type Connection } from './connection.ts'
import { converse } from './conversation.ts'
import { watchEndedSessions } from './ended-sessions.ts'
import { createGroups } from './groups.ts'
import { createMessageOrder } from './message-order.ts'
import { createOutgoing } from './outgoing.ts'
import { createProtocol } from './protocol.ts'
import { createSlices } from './slices.ts'

/** The most bytes of a message of a client. */
export const LONGEST_MESSAGE = 64 * 1024
/** The most ping frames of a client that wait for their answer, which it may not read. */
export const MOST_PINGS = 60
/** Both this endpoint and the server listen for the end of a socket that is handed back. */
const MOST_LISTENERS = 30
/** How long clients may take to close their connections when the server stops. Milliseconds. */
export const CLOSE_DEADLINE = 2_000

/** How long connections that are ended then may take. Milliseconds. */
const TERMINATION = 500

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
  const parts = { watch, outgoing: createOutgoing(), slices: createSlices() }
  const protocol = createProtocol(composition, { groups: createGroups(composition), ...parts })
  const speaking = { protocol, connections, messageDeadline: deadlines.message, ...parts }

  const handedOver = new Set<Duplex>()
  function forget(this: Duplex): void {
    handedOver.delete(this)
  }
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
      converse(services, speaking, newConnection(request, { ...place, limits }))
    })
  }

  const upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    if (!offersWebsocket(request)) return handBack(server, request, { socket, head })
    // Node removes its listeners from a socket that it hands over, and an error without a listener ends the process.
    // No listener here is made for this socket, because it would keep the request in memory.
    socket.on('error', destroy)
    handedOver.add(socket)
    socket.on('close', forget)
    if (!isWithinLimits(limits, request, socket)) return refuse(socket, 429)
    admit({ services, ready: serving.ready }, request)
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
    ...{
      handshake: request,
      isGreeted: false,
      ...place,
      caller: null,
      subscriptions: 0,
      order: createMessageOrder(),
      started: { all: 0, resumed: 0 },
    },
    countForAddress: counter(limits.liveSubscriptions),
    countTextForAddress: counter(limits.liveTexts),
  }
}

function destroy(this: Duplex): void {
  this.destroy()
}

const FAREWELLS = {
  stopping: [CLOSE.goingAway, 'The server is stopping; reconnect in a moment'],
  replaced: [CLOSE.missed, 'The plugins were reloaded; reconnect and read what is newer'],
} as const

/** Closes every connection, ends those that do not answer, and waits no longer for any. */
async function closeAll(sockets: WebSocketServer, farewell: readonly [code: number, reason: string]): Promise<void> {
  const clients = [...sockets.clients]
  const closed = Promise.all(clients.map(client => new Promise(resolve => client.once('close', resolve))))
  for (const client of clients) client.close(...farewell)
  const timer = setTimeout(() => {
    for (const client of sockets.clients) client.terminate()
  }, CLOSE_DEADLINE)
  await pTimeout<unknown>(closed, { milliseconds: CLOSE_DEADLINE + TERMINATION, fallback: () => null })
  clearTimeout(timer)
  sockets.close()
}

/** Messages between servers may be lost, and a client can only find out by reading what is newer than what it has. */
function closeAfterGap(connections: ReadonlySet<Connection>): void {
  for (const { socket, subscriptions } of connections)
    if (subscriptions > 0) socket.close(CLOSE.missed, 'Events may have been missed; reconnect and read what is newer')
}

function createSockets({ closeConfirmation }: Deadlines): WebSocketServer {
  // The types of the library do not know the last two options.
  const options: ServerOptions & { readonly closeTimeout: number; readonly maxPendingAutoPongs: number } = {
    noServer: true,
    maxPayload: LONGEST_MESSAGE,
    perMessageDeflate: false,
    handleProtocols: chooseProtocol,
    closeTimeout: closeConfirmation,
    maxPendingAutoPongs: MOST_PINGS,
  }
  return new WebSocketServer(options)
}

/** Accepts a client of an older protocol, so that a close code can tell it that the protocol is not supported. */
function chooseProtocol(offered: Set<string>): string | false {
  return offered.has(GRAPHQL_TRANSPORT_WS_PROTOCOL) ? GRAPHQL_TRANSPORT_WS_PROTOCOL : ([...offered][0] ?? false)
}
