import type { IncomingMessage } from 'node:http'

/**
 * Whether a request offers to become a websocket, alone or among other protocols. A server may ignore every other
 * offer, such as the `h2c` of `curl --http2`: the request is then answered as if it had made no offer.
 *
 * @example
 * offersWebsocket({ method: 'GET', httpVersion: '1.1', headers: { upgrade: 'h2c, websocket' } }) // true
 */
export function offersWebsocket({
  method,
  httpVersion,
  headers,
}: Pick<IncomingMessage, 'method' | 'httpVersion' | 'headers'>): boolean {
  if (method !== 'GET' || httpVersion !== '1.1') return false
  return (headers.upgrade ?? '').split(',').some(offer => offer.trim().toLowerCase() === 'websocket')
}
