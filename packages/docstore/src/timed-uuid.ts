import { randomUUID } from 'node:crypto'

/**
 * Makes a UUID of version 7 (RFC 9562), which begins with the time in milliseconds and ends with random bits. Such ids
 * are near each other in an index, which then grows at its end. The random bits come from Node's `randomUUID`, which
 * has them prepared and so is several times as fast as the libraries that make this version.
 *
 * @example
 * timedUUID() // '019ab4c1-7f3e-7c55-8e0a-3f6b1d2c4a90'
 */
export function timedUUID(): string {
  const time = Date.now().toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`
}
