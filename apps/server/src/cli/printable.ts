/**
 * Matches the characters that move the cursor, ring the bell, change colours or turn the direction of writing, and also
 * newlines and tabs.
 */
const CONTROL = /[\p{Cc}\p{Cs}\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu

/**
 * Escapes the control characters of a text, except newlines and tabs, so that it can't control the terminal. Usernames,
 * titles and arguments of the command line may contain them. They are escaped as in JSON, so JSON keeps its meaning.
 *
 * @example
 * printable('a\u001b[2Jb\n') // 'a\\u001b[2Jb\n'
 */
export function printable(text: string): string {
  return text.replace(CONTROL, character => (character === '\n' || character === '\t' ? character : escaped(character)))
}

/** Escapes newlines and tabs too, so that a title within a line can't look like a line of its own. */
export function onOneLine(text: string): string {
  return printable(text).replace(/[\n\t]/g, escaped)
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}
