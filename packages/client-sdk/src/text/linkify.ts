/** A piece of a line: plain text, or a link. */
export type TextPiece = string | { readonly text: string; readonly href: string }

const ADDRESS = /https?:\/\/[^\s<>"'`{}|\\^]+/giu
/** Punctuation that ends a sentence after an address. */
const AFTER: ReadonlySet<string | undefined> = new Set('.,:;!?…»“”’)]')

/**
 * Splits a line into plain text and addresses of the web. An address with a user name stays text.
 *
 * @example
 * linkify('See https://example.com/.') // ['See ', { text: 'https://example.com/', href: 'https://example.com/' }, '.']
 */
export function linkify(line: string): TextPiece[] {
  const pieces: TextPiece[] = []
  let end = 0
  for (const { 0: found, index } of line.matchAll(ADDRESS)) {
    const raw = withoutEnd(found)
    const href = webAddress(raw)
    if (href === null) continue
    if (index > end) pieces.push(line.slice(end, index))
    pieces.push({ text: raw, href })
    end = index + raw.length
  }
  if (end < line.length) pieces.push(line.slice(end))
  return pieces
}

/**
 * An address ends before the punctuation of its sentence; a bracket that it opens itself belongs to it. Each character
 * is looked at once, however many there are.
 */
function withoutEnd(found: string): string {
  let end = found.length
  while (AFTER.has(found[end - 1])) end--
  const kept = found.slice(0, end)
  return found[end] === ')' && kept.includes('(') ? `${kept})` : kept
}

/** The most characters of an address that is a link. */
const LONGEST = 2_048

/** The address as browsers write it; `null` for one that is no link. */
function webAddress(text: string): string | null {
  if (text.length > LONGEST || !URL.canParse(text)) return null
  const { href, hostname, username, password } = new URL(text)
  return hostname !== '' && username === '' && password === '' ? href : null
}
