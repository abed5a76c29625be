import { hash } from 'node:crypto'

/** Namespace of the ids below; chosen once, never to be changed. */
const NAMESPACE = 'b4d1f0c2-7a53-5e0e-9c3f-2f6a1d8e4b70'

/** An id is asked for several times within a batch: as itself, as a parent, as the author of many. */
const remembered = new Map<string, string>()
const REMEMBERED = 10_000

/**
 * The id our record of something imported has: always the same for one source, which is what makes
 * repeating an import harmless. Shaped as a UUID of version 5 (RFC 9562). Ids that have a `home`, the address
 * of their discussion, begin alike within it: what is loaded together lies together in the store.
 *
 * @example
 * sourceId('comment', 'irc-1000') === sourceId('comment', 'irc-1000') // true
 */
export function sourceId(kind: 'asset' | 'comment' | 'user', id: string, home?: string): string {
  const name = home === undefined ? `${kind}:${id}` : `${kind}:${home}:${id}`
  const known = remembered.get(name)
  if (known !== undefined) return known
  const digest = hash('sha1', NAMESPACE + name, 'hex')
  const begin = home === undefined ? digest.slice(0, 8) : beginningOf(home)
  const variant = ((Number.parseInt(digest[16]!, 16) & 0x3) | 0x8).toString(16)
  const middle = `${digest.slice(8, 12)}-5${digest.slice(13, 16)}-${variant}${digest.slice(17, 20)}`
  const made = `${begin}-${middle}-${digest.slice(20, 32)}`
  if (remembered.size >= REMEMBERED) remembered.clear()
  remembered.set(name, made)
  return made
}

let last = { home: '', begin: '' }

/** Lines of one discussion come in a row. */
function beginningOf(home: string): string {
  if (last.home !== home) last = { home, begin: hash('sha1', NAMESPACE + home, 'hex').slice(0, 8) }
  return last.begin
}
