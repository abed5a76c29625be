import type { IncomingMessage } from 'node:http'
import type { GraphContext } from '../context.ts'
import type { User } from '../records.ts'

/**
 * Decides which events of a channel reach a subscriber. Without a filter, all of them do.
 *
 * @example
 * const ofAsset = (id: string): LiveFilter => ({ filter: ({ comment }) => comment.asset_id === id })
 */
export interface LiveFilter<Ctx = GraphContext, Payload = any> {
  readonly filter?: (payload: Payload, context: Ctx) => boolean | Promise<boolean>
}

/**
 * Returns the channels that a subscription listens to. `args` are the arguments of the client's subscription.
 *
 * @example
 * const personCreated: SetupFunction = (_options, { mood }) => ({
 *   personCreated: { filter: person => !mood || person.mood === mood },
 * })
 */
export type SetupFunction<Ctx = GraphContext, Args = any> = (
  options: Readonly<Record<string, unknown>>,
  args: Args,
) => Readonly<Record<string, LiveFilter<Ctx>>>

/**
 * A client's connection to the live endpoint.
 *
 * @example
 * const address = (socket: LiveSocket) => socket.upgradeReq.socket.remoteAddress
 */
export interface LiveSocket {
  /** The request that opened the connection, with its caller. */
  readonly upgradeReq: IncomingMessage & {
    readonly user: User | null
    readonly jwt: Readonly<Record<string, unknown>> | null
  }
  close(code?: number, reason?: string): void
}

/**
 * Called when a client has said who it is on a new connection to the live endpoint, and when that connection ends,
 * refused ones included. An error of `onConnect` refuses the connection.
 *
 * @example
 * const websockets: WebsocketHooks = {
 *   onConnect(_params, socket) {
 *     if (!socket.upgradeReq.user) throw new NotAuthorizedError()
 *   },
 * }
 */
export interface WebsocketHooks {
  readonly onConnect?: (params: Readonly<Record<string, unknown>>, socket: LiveSocket) => unknown
  readonly onDisconnect?: (socket: LiveSocket) => unknown
}
