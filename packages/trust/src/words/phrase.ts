import { normalise } from './normalise.ts'
import { GAP, type Token, tokenise } from './tokens.ts'

/** The pieces that a gap of the text must contain, in this order and with other characters between them. */
interface GapRule {
  /** Index of the gap among the phrase's tokens: -1 is before the first, their number is after the last. */
  readonly place: number
  readonly pieces: readonly string[]
}

/** A phrase of a list, prepared for the search. */
export interface Phrase {
  /** The phrase as the moderators listed it. */
  readonly listed: string
  /** The symbols that are searched for, without gaps around them; empty for a phrase without a word or symbol. */
  readonly symbols: readonly string[]
  /** Rules for gaps that have more than white space in the phrase itself, as in `example.com`. */
  readonly rules: readonly GapRule[]
}

const WHITE_SPACE = /\p{White_Space}+/u
const ONLY_WHITE_SPACE = /^\p{White_Space}*$/u

/** Reads a phrase: its words, symbols and gaps, and the gaps that have more than white space. */
export function readPhrase(listed: string): Phrase {
  // The text is trimmed after normalising, because white space may stand behind invisible characters.
  const tokens = tokenise(normalise(listed).trim())
  const first = tokens.findIndex(token => token.symbol !== GAP)
  const last = tokens.findLastIndex(token => token.symbol !== GAP)
  if (first < 0) return { listed, symbols: [], rules: [] }
  const rules = tokens.flatMap(({ symbol, text }, i) =>
    symbol !== GAP || ONLY_WHITE_SPACE.test(text) ? [] : [{ place: i - first, pieces: text.split(WHITE_SPACE) }],
  )
  return { listed, symbols: tokens.slice(first, last + 1).map(token => token.symbol), rules }
}

/** Says whether the gaps of the tokens that end at `end` fit this phrase. Their symbols are known to fit. */
export function hasGaps({ symbols, rules }: Phrase, tokens: readonly Token[], end: number): boolean {
  const start = end - symbols.length + 1
  return rules.every(({ place, pieces }) => {
    const gap = tokens[start + place]
    return gap?.symbol === GAP && holds(gap.text, pieces, { fromStart: place >= 0, toEnd: place < symbols.length })
  })
}

/** Says whether a gap has these pieces in order, with at least one character between two of them. */
function holds(
  gap: string,
  pieces: readonly string[],
  { fromStart, toEnd }: { fromStart: boolean; toEnd: boolean },
): boolean {
  if (pieces.length === 1 && fromStart && toEnd) return gap === pieces[0]
  let from = 0
  for (const [i, piece] of pieces.entries()) {
    const at =
      i === 0 && fromStart ? 0 : i === pieces.length - 1 && toEnd ? gap.length - piece.length : gap.indexOf(piece, from)
    if (at < from || !gap.startsWith(piece, at)) return false
    from = at + piece.length + 1
  }
  return true
}
