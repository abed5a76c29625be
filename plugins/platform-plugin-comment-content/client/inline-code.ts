import type { Part } from './fences.ts'

/**
 * The parts of a line: code between backticks, and other text. As many backticks end code as began it, so that code can
 * have backticks itself. Each part is looked at once, whatever the line is made of.
 */
export function inlineCode(line: string): readonly Part[] {
  const pieces = line.split(/(`+)/)
  const ends = endsOf(pieces)
  const parts: Part[] = []
  let plain = ''
  for (let i = 0; i < pieces.length; i++) {
    const piece = pieces[i] ?? ''
    const end = ends[i]
    if (end === undefined) plain += piece
    else {
      if (plain !== '') parts.push({ code: false, text: plain })
      plain = ''
      parts.push({ code: true, text: withoutMargin(pieces.slice(i + 1, end).join('')) })
      i = end
    }
  }
  return plain === '' ? parts : [...parts, { code: false, text: plain }]
}

/** For each run of backticks the index of the next run that is as long. */
function endsOf(pieces: readonly string[]): readonly (number | undefined)[] {
  const ends: (number | undefined)[] = []
  const next = new Map<number, number>()
  for (let i = pieces.length - 2; i > 0; i -= 2) {
    const { length } = pieces[i] ?? ''
    ends[i] = next.get(length)
    next.set(length, i)
  }
  return ends
}

/** One space on either side lets code begin or end with a backtick. */
const withoutMargin = (code: string) =>
  code.startsWith(' ') && code.endsWith(' ') && code.trim() !== '' ? code.slice(1, -1) : code
