/** A part of a text: code between two lines of three backticks or more, or other text. */
export interface Part {
  readonly code: boolean
  readonly text: string
}

const OPENS = /^ {0,3}(`{3,})[^`]*$/
const CLOSES = /^ {0,3}(`{3,})\s*$/

/** The parts of a text. Code whose end is missing goes on to the end of the text, as in Markdown. */
export function partsOf(text: string): readonly Part[] {
  const parts: { code: boolean; lines: string[] }[] = [{ code: false, lines: [] }]
  let fence = 0
  for (const line of text.replace(/\r\n?/g, '\n').split('\n')) {
    const length = (fence > 0 ? CLOSES : OPENS).exec(line)?.[1]?.length ?? 0
    if (length > 0 && length >= fence) {
      fence = fence > 0 ? 0 : length
      parts.push({ code: fence > 0, lines: [] })
    } else parts.at(-1)?.lines.push(line)
  }
  return parts.flatMap(({ code, lines }) => {
    const text = lines.join('\n')
    return text.trim() === '' ? [] : [{ code, text }]
  })
}
