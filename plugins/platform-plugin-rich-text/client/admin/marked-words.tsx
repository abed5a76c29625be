import { createWordFilter } from '@platform/trust'
import type { ComponentChildren } from 'preact'
import type { Marking } from '../rich-text.tsx'
import type { Token } from '../text/tokens.ts'

/** A word of the site's lists in a text. */
interface FoundWord {
  readonly start: number
  readonly end: number
  readonly list: 'banned' | 'suspect'
}

/** The most words that are marked in a text, of each list. */
const MOST = 500

/**
 * Marks words of the site's lists, by the rules by which the server finds them. A word of both lists counts as banned.
 *
 * @param banned the banned phrases of the site
 * @param suspect the suspect phrases
 */
export function createMarking(banned: readonly string[], suspect: readonly string[]): Marking {
  const lists = [
    ['banned', createWordFilter(banned)],
    ['suspect', createWordFilter(suspect)],
  ] as const
  return tokens => {
    // A word may go on in another element, but not in another line.
    const starts = new Map<Token, number>()
    let text = ''
    for (const token of tokens) {
      starts.set(token, text.length)
      text += shownText(token)
    }
    const found: FoundWord[] = []
    for (const [list, filter] of lists)
      for (const { start, end } of filter.locate(text, MOST))
        if (!found.some(other => start < other.end && other.start < end)) found.push({ start, end, list })
    const sorted = found.toSorted((one, other) => one.start - other.start)
    return piece => markedPiece(piece.text, starts.get(piece) ?? 0, sorted)
  }
}

const shownText = (token: Token) =>
  token.kind === 'text' ? token.text : /^(?:[bia]|span)$/.test(token.name) ? '' : '\n'

/** A piece of a text, with the words in it marked. */
function markedPiece(piece: string, from: number, found: readonly FoundWord[]): ComponentChildren {
  const pieces: ComponentChildren[] = []
  let end = 0
  for (const word of found) {
    const [start, stop] = [Math.max(word.start - from, 0), Math.min(word.end - from, piece.length)]
    if (stop <= start) continue
    pieces.push(piece.slice(end, start), <mark class={word.list}>{piece.slice(start, stop)}</mark>)
    end = stop
  }
  pieces.push(piece.slice(end))
  return pieces
}
