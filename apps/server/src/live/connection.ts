import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'
import type { Caller } from '../contract/identity.ts'
import type { MessageOrder } from './message-order.ts'

/** Close codes of the live endpoint, beyond those of graphql-transport-ws; documented for clients. */
export const CLOSE = {
  goingAway: 1001,
  policy: 1008,
  slow: 1013,
  /** The same to a client: it reconnects, and reads what is newer than what it has. */
  missed: 1013,
  /** A store can't be asked who the client is: it reconnects as well. */
  later: 1013,
  forbidden: 4403,
  unsupportedProtocol: 4406,
} as const

/** One client's connection. */
export interface Connection {
  /**
   * The request that asks for the connection, until its caller is known. To keep it would take a sixth of the memory
   * of a connection.
   */
  handshake: IncomingMessage | null
  /** Whether plugins have been told of it. */
  isGreeted: boolean
  readonly socket: WebSocket
  /** What the websocket writes to. */
  readonly raw: Duplex
  /** The address of the client. */
  readonly address: string
  /** Whether the handshake came from a page of this platform, so that its cookies identify the caller. */
  readonly ownOrigin: boolean
  caller: Caller | null
  subscriptions: number
  /** The order of its messages about the same subscription. */
  readonly order: MessageOrder
  /** The subscriptions that have started since the last pong, and those of them that missed nothing. */
  readonly started: { all: number; resumed: number }
  /**
   * Counts a subscription for the client's address.
   *
   * @returns a function that counts it off again, or `null` when the address has the most already.
   */
  countForAddress(): (() => void) | null
  /** Counts the characters of a subscription's texts in the same way. */
  countTextForAddress(characters: number): (() => void) | null
}

/** Messages that a client may send within a second. */
export const MOST_MESSAGES = 100

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
