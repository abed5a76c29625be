import { createScanner } from 'jsonc-parser'
import { DEEPEST, TOO_DEEP, TOO_LARGE } from '../input/bounded-json.ts'

/** Something that is wrong with a text, and where it begins. */
export interface TextProblem {
  readonly offset: number
  readonly message: string
}

/** The first value of JSON with comments that is beyond the bounds: reading it would run out of stack, or make Infinity of 1e400. */
export function beyondBounds(text: string): TextProblem | null {
  const scanner = createScanner(text, true)
  let depth = 0
  for (scanner.scan(); scanner.getTokenLength() > 0; scanner.scan()) {
    const offset = scanner.getTokenOffset()
    const first = text.charAt(offset)
    if (/[[{]/.test(first) && ++depth > DEEPEST) return { offset, message: TOO_DEEP }
    if (/[\]}]/.test(first)) depth--
    if (/[-\d]/.test(first) && Math.abs(Number(scanner.getTokenValue())) === Infinity)
      return { offset, message: TOO_LARGE }
  }
  return null
}
