import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Config } from '@platform/config'
import type { Services } from '@platform/plugin-sdk'
import { type CountByAddress, countByAddress } from './count-by-address.ts'
import type { Deadlines } from './deadlines.ts'
import { createLimitedAddress, type LimitedAddress, mayBeProxy } from './limited-address.ts'

/** The limits of each address. */
export interface AddressLimits {
  readonly addresses: LimitedAddress
  readonly connections: CountByAddress
  readonly liveConnections: CountByAddress
  readonly liveSubscriptions: CountByAddress
  /** The characters of their documents and variables. */
  readonly liveTexts: CountByAddress
  /** Connections above the limit, of a peer whose first request shows whether it is a proxy. */
  readonly excess: WeakSet<object>
}

/** Characters that the subscriptions of one address may have on average, several times those of usual ones. */
const TEXT_OF_SUBSCRIPTION = 2_000
/** Few subscriptions may be long. Characters. */
const LEAST_TEXT = 1_000_000

/** How many characters the subscriptions of one address may have together, so that they can't fill the memory. */
export function mostLiveText({
  liveSubscriptionsPerAddress: most,
}: Pick<Config, 'liveSubscriptionsPerAddress'>): number {
  return Math.max(LEAST_TEXT, most * TEXT_OF_SUBSCRIPTION)
}

export function createAddressLimits(services: Pick<Services, 'config' | 'log' | 'clock'>): AddressLimits {
  return {
    addresses: createLimitedAddress(services),
    connections: countByAddress(services.config.connectionsPerAddress),
    liveConnections: countByAddress(services.config.liveConnectionsPerAddress),
    liveSubscriptions: countByAddress(services.config.liveSubscriptionsPerAddress),
    liveTexts: countByAddress(mostLiveText(services.config)),
    excess: new WeakSet(),
  }
}

/** Closes connections that send nothing, and those of an address that has the most already. */
export function guardConnections(
  server: Server,
  { addresses, connections, excess }: AddressLimits,
  { firstRequest }: Deadlines,
): void {
  server.on('connection', (socket: Socket) => {
    const timer = setTimeout(() => {
      if (socket.bytesRead === 0) socket.destroy()
    }, firstRequest)
    const address = addresses.ofConnection(socket.remoteAddress)
    const release = address === null ? () => {} : connections.take(address)
    socket.once('close', () => {
      clearTimeout(timer)
      release?.()
    })
    if (release || address === null) return
    if (mayBeProxy(address)) excess.add(socket)
    else socket.destroy()
  })
}

/** A request, and the address of its client that limits apply to. A handshake has no answer yet. */
interface Admitting {
  readonly req: IncomingMessage
  readonly res: ServerResponse | null
  readonly address: string | null
}

/** Whether a request may come: its client has not more connections than an address may have. */
export function admitsConnection(
  { addresses, connections, excess }: AddressLimits,
  { req, res, address }: Admitting,
): boolean {
  if (address === null) return true
  // A connection of a proxy belongs to no client; its client has one as long as its request is answered.
  if (res === null || !addresses.isTrusted(req.socket.remoteAddress)) return !excess.has(req.socket)
  const release = connections.take(address)
  if (release) res.once('close', release)
  return release !== null
}
