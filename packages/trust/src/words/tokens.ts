import { normalise } from './normalise.ts'

/** All gaps are compared as this one, so that a phrase is found with any gap between its words. */
export const GAP = ' '

/** A word, a character between words, or a gap. */
export interface Token {
  /** The text that is compared: the word, the character or `GAP`. */
  readonly symbol: string
  /** The characters themselves. */
  readonly text: string
}

const KINDS = { unknown: 0, gap: 1, word: 2, symbol: 3 } as const
type Kind = (typeof KINDS)[keyof typeof KINDS]

const IN_GAP = /[\p{White_Space}"?!.]/u
const IN_WORD = /[\p{L}\p{M}\p{N}]/u
/** Scripts that put no space between words. Each of their characters is a symbol. */
const ALONE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u

/** The kind of each character seen so far, because testing the expressions again would take most of the time. */
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

/** Lower-case letters that look like a Latin letter. For some only the upper case looks alike, as В and B do. */
const PAIRS =
  'аaвbгrеeиuкkмmнhоoрpсcтtуyхxьbѕsіiјjһhӏlԁdԛqԝwѵv' + // Cyrillic
  'αaβbγyεeζzηnιiκkμmνvοoρpσoτtυuχx' + // Greek
  'ɑaɡgᴀaʙbᴄcᴅdᴇeɢgʜhɪiᴊjᴋkʟlᴍmɴnᴏoᴘpʀrꜱsᴛtᴜuᴠvᴡwʏyᴢz' // small capitals and phonetic letters

const LATIN = new Map(Array.from({ length: PAIRS.length / 2 }, (_, i) => [PAIRS[i * 2]!, PAIRS[i * 2 + 1]!]))
const PLAIN = /^[\0-\x7f]*$/
const HAS_LATIN = /\p{Script=Latin}/u

/**
 * Replaces look-alikes in a word that has Latin letters, because a Cyrillic `а` between them is a disguise. A word
 * that is entirely in another alphabet does not change, because it is a word of another language.
 */
function latinReading(word: string): string {
  if (PLAIN.test(word) || !HAS_LATIN.test(word)) return word
  return Array.from(word, letter => LATIN.get(letter) ?? letter).join('')
}

/**
 * Splits a text into its words, symbols and gaps, normalised. A gap is a run of white space and `"?!.`; a word is a run
 * of letters, marks and digits; every other character is a symbol.
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

/** Where each token ends in the normalised text. */
export function endsOf(tokens: readonly Token[]): number[] {
  let end = 0
  return tokens.map(({ text }) => {
    end += text.length
    return end
  })
}
