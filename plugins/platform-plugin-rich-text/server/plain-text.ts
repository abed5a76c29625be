import { readTokens } from './tokens.ts'

const BLOCKS = ['div', 'blockquote']

/**
 * Writes sanitised HTML as plain text: one line for each block, with the words in the order of the HTML.
 */
export function plainText(html: string): string {
  let text = ''
  /** Whether a block begins or ends here, so that the next text needs a new line. */
  let apart = false
  const append = (piece: string) => {
    if (apart && text !== '' && !text.endsWith('\n')) text += '\n'
    apart = false
    text += piece
  }
  for (const token of readTokens(html)) {
    if (token.kind === 'text') {
      const words = token.text.replace(/[ \t\r\n\f]+/g, ' ')
      // Readers do not see blanks between blocks.
      if (words !== ' ' || !(apart || text.endsWith('\n'))) append(words)
    } else if (token.name === 'br') append('\n')
    else if (BLOCKS.includes(token.name)) apart = true
  }
  return text.replace(/ *\n */g, '\n').trim()
}
