import type { ComponentChildren } from 'preact'
import type { Marking } from '../rich-text.tsx'
import type { Token } from '../text/tokens.ts'

/** A word of the site's lists in a text. */
interface FoundWord {
  readonly start: number
  readonly end: number
  readonly list: 'banned' | 'suspect'
}

/** Characters that nobody sees, by which a word could be hidden from lists. */
const UNSEEN = '[\\u00AD\\u200B-\\u200D\\u2060\\uFEFF]*'

/**
 * Marks whole words in any case. A word of both lists counts as banned. The server decides; this only shows where.
 *
 * @param banned the banned phrases of the site
 * @param suspect the suspect phrases
 */
export function createMarking(banned: readonly string[], suspect: readonly string[]): Marking {
  const lists = [
    ['banned', patternOf(banned)],
    ['suspect', patternOf(suspect)],
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
    for (const [list, pattern] of lists)
      for (const { 0: word, index: start } of pattern ? text.matchAll(pattern) : []) {
        const end = start + word.length
        if (!found.some(other => start < other.end && other.start < end)) found.push({ start, end, list })
      }
    const sorted = found.toSorted((one, other) => one.start - other.start)
    return piece => markedPiece(piece.text, starts.get(piece) ?? 0, sorted)
  }
}

function patternOf(phrases: readonly string[]): RegExp | null {
  const written = phrases.flatMap(phrase => {
    const words = phrase.trim().split(/\s+/).filter(Boolean)
    return words.length === 0 ? [] : [words.map(wordPattern).join('[\\s\\p{P}]+')]
  })
  // The longest first: a phrase is marked as a whole.
  const longest = written.toSorted((one, other) => other.length - one.length)
  return written.length === 0
    ? null
    : new RegExp(`(?<![\\p{L}\\p{N}])(?:${longest.join('|')})(?![\\p{L}\\p{N}])`, 'giu')
}

const wordPattern = (word: string) =>
  [...word].map(character => character.replace(/[\\^$.*+?()[\]{}|/]/, '\\$&')).join(UNSEEN)

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
