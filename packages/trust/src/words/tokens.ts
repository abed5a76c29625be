import { latinReading } from './look-alikes.ts'
import { normalise } from './normalise.ts'

/** The one symbol that stands for every gap, because any gap may stand between two words. */
export const GAP = ' '

/** A word, one symbol, or a gap. */
export interface Token {
  /** The text that is compared: the word or symbol, or `GAP`. */
  readonly symbol: string
  /** The characters themselves. */
  readonly text: string
}

const KINDS = { unknown: 0, gap: 1, word: 2, symbol: 3 } as const
type Kind = (typeof KINDS)[keyof typeof KINDS]

const IN_GAP = /[\p{White_Space}"?!.]/u
const IN_WORD = /[\p{L}\p{M}\p{N}]/u
/** Scripts that put no space between words: each of their characters stands alone. */
const ALONE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u

/** The kind of each character that was met, because testing the expressions again would be most of the work. */
const known = new Uint8Array(0x10000)

function kindOf(point: number): Kind {
  const kind = known[point] as Kind | undefined
  if (kind) return kind
  const character = String.fromCodePoint(point)
  const found = IN_GAP.test(character)
    ? KINDS.gap
    : IN_WORD.test(character) && !ALONE.test(character)
      ? KINDS.word
      : KINDS.symbol
  if (point < known.length) known[point] = found
  return found
}

/**
 * The words, symbols and gaps of a text, normalised. A gap is a run of white space and `"?!.`, a word one of
 * letters, marks and digits; everything else is a symbol of one character.
 */
export function tokenise(text: string): Token[] {
  const source = normalise(text)
  const tokens: Token[] = []
  let start = 0
  let kind: Kind = KINDS.unknown
  const end = (at: number) => {
    if (at === start) return
    const found = source.slice(start, at)
    tokens.push({ symbol: kind === KINDS.gap ? GAP : kind === KINDS.word ? latinReading(found) : found, text: found })
    start = at
  }
  for (let at = 0; at < source.length; ) {
    const point = source.codePointAt(at)!
    const next = kindOf(point)
    if (next !== kind || next === KINDS.symbol) end(at)
    kind = next
    at += point > 0xffff ? 2 : 1
  }
  end(source.length)
  return tokens
}
