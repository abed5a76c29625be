import { normalise } from './normalise.ts'

/** Finds the places of a text that places of its normalised form come from. */
export interface SourceOffsets {
  /** Where the character begins that stands at this place of the normalised text. */
  startOf(normalised: number): number
  /** Where the character ends that stands before this place of the normalised text. */
  endOf(normalised: number): number
}

/** A part of a text that is normalised by itself, because nothing joins with a space or a line end behind it. */
interface Part {
  readonly text: string
  /** Where it begins in the text, and in the normalised text. */
  readonly start: number
  readonly normalised: number
}

/** Places where a text can be cut without another normalised form. */
const CUT = /(?=[ \n])/

const isHigh = (unit = '') => /[\ud800-\udbff]/.test(unit)
const isLow = (unit = '') => /[\udc00-\udfff]/.test(unit)

/**
 * Normalising joins, splits and drops characters. So a place is found by the length of the normalised beginning of its
 * part, by halving: the shortest beginning that reaches the place ends with its character.
 */
export function sourceOffsets(text: string): SourceOffsets {
  const parts = partsOf(text)
  const partAt = (normalised: number) => parts.findLast(part => part.normalised < normalised) ?? parts[0]
  /** The end of the shortest beginning whose normalised form has at least this length. */
  const reaching = (length: number) => {
    const part = partAt(length)
    if (!part) return 0
    let [low, high] = [0, part.text.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (part.normalised + normalise(part.text.slice(0, middle)).length >= length) high = middle
      else low = middle + 1
    }
    return part.start + low
  }
  return {
    startOf(at) {
      const end = reaching(at + 1)
      return Math.max(0, isLow(text[end - 1]) && isHigh(text[end - 2]) ? end - 2 : end - 1)
    },
    endOf(at) {
      const end = reaching(at)
      const whole = isHigh(text[end - 1]) && isLow(text[end]) ? end + 1 : end
      // Marks behind it were joined with it, or dropped.
      return whole + (/^\p{M}+/u.exec(text.slice(whole, whole + 64))?.[0].length ?? 0)
    },
  }
}

function partsOf(text: string): Part[] {
  let [start, normalised] = [0, 0]
  return text.split(CUT).map(part => {
    const found = { text: part, start, normalised }
    start += part.length
    normalised += normalise(part).length
    return found
  })
}
