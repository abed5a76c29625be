import { readTokens } from './tokens.ts'

const BLOCKS = ['div', 'blockquote']

/**
 * What a reader sees of sanitised HTML, as plain text: a line for each block, words as they stand next to each other.
 */
export function plainText(html: string): string {
  let text = ''
  /** A block begins or ends here: what follows stands on a line of its own. */
  let apart = false
  const append = (piece: string) => {
    if (apart && text !== '' && !text.endsWith('\n')) text += '\n'
    apart = false
    text += piece
  }
  for (const token of readTokens(html)) {
    if (token.kind === 'text') {
      const words = token.text.replace(/[ \t\r\n\f]+/g, ' ')
      // Blanks between blocks are how the HTML is laid out, and are not seen.
      if (words !== ' ' || !(apart || text.endsWith('\n'))) append(words)
    } else if (token.name === 'br') append('\n')
    else if (BLOCKS.includes(token.name)) apart = true
  }
  return text.replace(/ *\n */g, '\n').trim()
}
