import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Services } from '@platform/plugin-sdk'
import { LIVE_PATH } from '../contract/live-path.ts'
import { isPermittedOrigin } from '../features/assets/permitted-origin.ts'
import { type AddressLimits, admitsConnection } from '../http/connections.ts'
import { isOwnOrigin } from '../request/own-origin.ts'

/** An accepted handshake. */
export interface Admission {
  readonly ownOrigin: boolean
}

/** Accepts a handshake, or gives the status with which it is refused. */
export async function admit(
  { services, ready }: { readonly services: Services; readonly ready: boolean },
  request: IncomingMessage,
): Promise<Admission | number> {
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

export function refuse(socket: Duplex, status: number): void {
  // The socket is destroyed, because a client could keep its side open. Further bytes of the client are read until
  // then, because a reset for unread bytes could overtake the answer.
  socket.resume().once('finish', () => socket.destroy())
  const wait = status === 429 ? 'Retry-After: 5\r\n' : ''
  socket.end(`HTTP/1.1 ${status} ${REASONS[status]}\r\n${wait}Connection: close\r\nContent-Length: 0\r\n\r\n`)
}

/** Counts the connection for its address; `false` when the address has the most already. */
export function isWithinLimits(limits: AddressLimits, request: IncomingMessage, socket: Duplex): boolean {
  const address = limits.addresses.ofRequest(request)
  if (!admitsConnection(limits, { req: request, res: null, address })) return false
  if (address === null) return true
  const release = limits.liveConnections.take(address)
  if (release) socket.once('close', release)
  return release !== null
}
