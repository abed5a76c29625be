import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
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
  /** Connections above the limit, of a peer whose first request shows whether it is a proxy. */
  readonly excess: WeakSet<object>
}

export function createAddressLimits(services: Pick<Services, 'config' | 'log' | 'clock'>): AddressLimits {
  return {
    addresses: createLimitedAddress(services),
    connections: countByAddress(services.config.connectionsPerAddress),
    liveConnections: countByAddress(services.config.liveConnectionsPerAddress),
    liveSubscriptions: countByAddress(services.config.liveSubscriptionsPerAddress),
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
    socket.once('close', () => clearTimeout(timer))
    const address = addresses.ofConnection(socket.remoteAddress)
    if (address === null) return
    const release = connections.take(address)
    if (release) socket.once('close', release)
    else if (mayBeProxy(address)) excess.add(socket)
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
