import { randomUUID } from 'node:crypto'

/**
 * A new UUID of version 7 (RFC 9562): milliseconds first, then chance. Ids made one after the other lie
 * together in an index, which grows at its end. Node's own `randomUUID` has its randomness in stock; taking
 * it from there is several times as fast as the libraries that make this version.
 *
 * @example
 * timedUUID() // '019ab4c1-7f3e-7c55-8e0a-3f6b1d2c4a90'
 */
export function timedUUID(): string {
  const time = Date.now().toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`
}
