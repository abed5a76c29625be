import { readTokens } from './tokens.ts'

/** Tags that begin a new line. */
export const BLOCKS: readonly string[] = ['div', 'blockquote', 'ul', 'ol', 'li']
/** Deeper quotations and lists have the marks of this depth, so that no text grows by its marks. */
const DEEPEST = 3

interface Line {
  readonly marks: string
  text: string
}

/**
 * Writes sanitised HTML as plain text: one line for each block, with the words in the order of the HTML. Lines of
 * quotations begin with `>`, as in comments that are plain text, and items of lists with `-` or a number.
 */
export function plainText(html: string): string {
  const lines: Line[] = []
  const marks = createMarks()
  /** The line that goes on; `null` where the next text begins one. */
  let line: Line | null = null
  const begin = () => {
    line ??= { marks: marks.ofLine(), text: '' }
    if (lines.at(-1) !== line) lines.push(line)
    return line
  }
  for (const token of readTokens(html)) {
    if (token.kind === 'text') {
      const words = token.text.replace(/[ \t\r\n\f]+/g, ' ')
      // Readers do not see blanks between blocks.
      if (words !== ' ' || line) begin().text += words
    } else if (token.name === 'br') {
      begin()
      line = null
    } else if (BLOCKS.includes(token.name)) {
      line = null
      marks.pass(token)
    }
  }
  const isBlank = ({ text }: Line) => text.trim() === ''
  const first = lines.findIndex(each => !isBlank(each))
  const last = lines.findLastIndex(each => !isBlank(each))
  return lines
    .slice(Math.max(first, 0), last + 1)
    .map(({ marks, text }) => (marks + text.trim()).trimEnd())
    .join('\n')
}

/** Follows the quotations and lists around a line. */
function createMarks() {
  let quotes = 0
  /** The lists around, each with the number of its last item; 0 in a list without numbers. */
  const lists: { readonly numbered: boolean; count: number }[] = []
  /** Whether the next line is the first one of its item. */
  let begins = false
  return {
    pass({ name, closes }: { readonly name: string; readonly closes: boolean }): void {
      if (name === 'blockquote') quotes += closes ? -1 : 1
      else if (name === 'li') {
        begins = !closes
        const list = lists.at(-1)
        if (list && !closes) list.count += 1
      } else if (name === 'ul' || name === 'ol') {
        if (closes) lists.pop()
        else lists.push({ numbered: name === 'ol', count: 0 })
      }
    },
    ofLine(): string {
      const list = lists.at(-1)
      const item = list?.numbered ? `${list.count}. ` : '- '
      const quoted = '> '.repeat(Math.min(Math.max(quotes, 0), DEEPEST))
      const indented = '  '.repeat(Math.min(Math.max(lists.length - 1, 0), DEEPEST))
      const own = list ? (begins ? item : ' '.repeat(item.length)) : ''
      begins = false
      return quoted + indented + own
    },
  }
}
