/** What moves the cursor, rings, changes colours or turns the direction of writing; a line's end and tabs are left. */
const STEERING = /[\p{Cc}\p{Cs}\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu

/**
 * A text that steers no terminal: what could is shown as JSON escapes it, so JSON stays the same JSON. Names and
 * titles come from strangers, and an argument may be a copied one.
 *
 * @example
 * printable('a\u001b[2Jb\n') // 'a\\u001b[2Jb\n'
 */
export function printable(text: string): string {
  return text.replace(STEERING, sign => (sign === '\n' || sign === '\t' ? sign : escaped(sign)))
}

/** The same on one line, for what stands within one: nobody's title looks like a line of ours. */
export function onOneLine(text: string): string {
  return printable(text).replace(/[\n\t]/g, escaped)
}

function escaped(sign: string): string {
  return `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`
}
