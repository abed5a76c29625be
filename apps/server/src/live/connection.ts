import type { IncomingMessage } from 'node:http'
import type { WebSocket } from 'ws'
import type { Caller } from '../contract/identity.ts'

/** Close codes of the live endpoint, beyond those of graphql-transport-ws; documented for clients. */
export const CLOSE = {
  goingAway: 1001,
  policy: 1008,
  slow: 1013,
  /** The same to a client: it reconnects, and reads what is newer than what it has. */
  missed: 1013,
  forbidden: 4403,
  unsupportedProtocol: 4406,
} as const

/** One client's connection. */
export interface Connection {
  readonly request: IncomingMessage
  readonly socket: WebSocket
  /** The address of the client. */
  readonly address: string
  /** Whether the handshake came from a page of this platform, so that its cookies identify the caller. */
  readonly ownOrigin: boolean
  caller: Caller | null
  subscriptions: number
  /** The subscriptions that were asked for and do not receive events yet. */
  readonly starting: Set<Promise<void>>
  /**
   * Counts a subscription for the client's address.
   *
   * @returns a function that counts it off again, or `null` when the address has the most already.
   */
  countForAddress(): (() => void) | null
}

/** Notes that a subscription is starting. @returns the function to call when it has started, or was refused. */
export function noteStart({ starting }: Connection): () => void {
  const { promise, resolve } = Promise.withResolvers<void>()
  starting.add(promise)
  return () => {
    starting.delete(promise)
    resolve()
  }
}

/** Bytes that a client may leave unread before its connection is closed. */
const MOST_UNREAD = 1024 * 1024
/** Messages that a client may send within a second. */
const MOST_MESSAGES = 100

/** Sends a text, or closes the connection of a client that does not read. */
export function send({ socket }: Connection, text: string): void {
  if (socket.readyState !== socket.OPEN) return
  if (socket.bufferedAmount > MOST_UNREAD) socket.close(CLOSE.slow, 'You read too slowly; reconnect and catch up')
  else socket.send(text)
}

/** Counts messages by the second; gives `true` when there are too many. */
export function floodGuard(): () => boolean {
  let second = 0
  let count = 0
  return () => {
    const now = Math.floor(performance.now() / 1_000)
    if (now !== second) {
      second = now
      count = 0
    }
    return ++count > MOST_MESSAGES
  }
}

/**
 * Pings a client at an interval, and ends a connection that does not answer before the next ping. Every client answers
 * the frame by itself; by the protocol's own message a page notices when the server stops.
 */
export function keepAlive({ socket }: Connection, interval: number): void {
  let answered = true
  socket.on('pong', () => {
    answered = true
  })
  const timer = setInterval(() => {
    if (!answered) return socket.terminate()
    answered = false
    socket.ping()
    if (socket.readyState === socket.OPEN) socket.send('{"type":"ping"}')
  }, interval)
  socket.once('close', () => clearInterval(timer))
}
