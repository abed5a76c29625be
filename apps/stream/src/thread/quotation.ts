/** A part of a body: words of its author, or a quotation. */
export interface Block {
  readonly quoted: boolean
  /** The author whom a quotation names in its first line; `null` for none. */
  readonly author: string | null
  readonly text: string
}

const MARK = /^> ?/
/** The first line of a quotation that names its author, as in `> Ada:`. */
const NAMED = /^(.+):\n/
/** The most characters of a quotation. */
const LONGEST = 1_000

/** The body in parts. Lines after `>` are quotations. */
export function blocksOf(body: string): Block[] {
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

/** What the author of a body wrote, without the quotations in it; the whole body if it has nothing else. */
export function ownWords(body: string): string {
  const words = blocksOf(body).flatMap(({ quoted, text }) => (quoted ? [] : [text]))
  return words.join('\n').trim() || body
}

/** A text as a quotation of its author. Every program can show it, because it is plain text in every language. */
export function quotationOf(author: string, text: string): string {
  const name = onOneLine(author)
  const lines = text.slice(0, LONGEST).trim().split('\n')
  return [...(name ? [`${name}:`] : []), ...lines].map(line => `> ${line}`).join('\n')
}

/** An imported name may have line breaks, and marks that turn the direction of the text after them. */
function onOneLine(name: string): string {
  return name
    .replace(/\p{Bidi_Control}/gu, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
}
