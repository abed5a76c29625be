import { hash } from 'node:crypto'

/** The namespace of the ids. It never changes, because stored ids depend on it. */
const NAMESPACE = 'b4d1f0c2-7a53-5e0e-9c3f-2f6a1d8e4b70'

/** Ids are cached, because a batch names one several times: as a comment, as a parent, as an author. */
const remembered = new Map<string, string>()
const REMEMBERED = 10_000

/**
 * The id of an imported record. It is always the same for the same source, so repeating an import is harmless. It has
 * the form of a UUID of version 5 (RFC 9562). Ids with the same `home`, the address of their discussion, begin with the
 * same characters, because the store reads neighbours faster.
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
  const variant = ((Number.parseInt(digest.slice(16, 17), 16) & 0x3) | 0x8).toString(16)
  const middle = `${digest.slice(8, 12)}-5${digest.slice(13, 16)}-${variant}${digest.slice(17, 20)}`
  const made = `${begin}-${middle}-${digest.slice(20, 32)}`
  if (remembered.size >= REMEMBERED) remembered.clear()
  remembered.set(name, made)
  return made
}

let last = { home: '', begin: '' }

/** The last beginning is remembered, because lines of one discussion follow each other. */
function beginningOf(home: string): string {
  if (last.home !== home) last = { home, begin: hash('sha1', NAMESPACE + home, 'hex').slice(0, 8) }
  return last.begin
}
