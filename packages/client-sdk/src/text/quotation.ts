/** A part of a body: words of its author, or a quotation. */
export interface TextBlock {
  readonly quoted: boolean
  /** The author whom a quotation names in its first line; `null` for none. */
  readonly author: string | null
  readonly text: string
}

const MARK = /^> ?/
/** The first line of a quotation that names its author, as in `> Ada:`. */
const NAMED = /^(.+):\n/

/**
 * The body in parts. Lines after `>` are quotations.
 *
 * @example
 * blocksOf('> Ada:\n> It rains.\nIt does not.')
 * // [{ quoted: true, author: 'Ada', text: 'It rains.' }, { quoted: false, author: null, text: 'It does not.' }]
 */
export function blocksOf(body: string): TextBlock[] {
  const blocks: { quoted: boolean; lines: string[] }[] = []
  for (const line of body.replace(/\r\n?/g, '\n').trim().split('\n')) {
    const quoted = MARK.test(line)
    const last = blocks.at(-1)
    if (last?.quoted === quoted) last.lines.push(quoted ? line.replace(MARK, '') : line)
    else blocks.push({ quoted, lines: [quoted ? line.replace(MARK, '') : line] })
  }
  return blocks.map(({ quoted, lines }) => {
    const text = lines.join('\n')
    const [first = '', author = null] = (quoted && NAMED.exec(text)) || []
    return { quoted, author, text: text.slice(first.length) }
  })
}
