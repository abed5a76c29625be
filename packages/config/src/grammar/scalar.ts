import { z } from 'zod'
import { fromText, Refusal } from './from-text.ts'

/** Exactly `TRUE` or `FALSE`. `true` is refused, because to read it as false would silently undo what was meant. */
export const boolean = z.stringbool({
  truthy: ['TRUE'],
  falsy: ['FALSE'],
  case: 'sensitive',
  error: 'must be TRUE or FALSE',
})

/** A whole number in plain digits, within inclusive bounds. */
export function integer(least: number, most: number) {
  return fromText(text => {
    const value = Number(text)
    if (!/^-?\d{1,10}$/.test(text) || value < least || value > most) {
      throw new Refusal(`must be a whole number from ${least} to ${most}`)
    }
    return value
  })
}

/** One of a few words, in exactly this spelling. */
export function oneOf<const Words extends readonly [string, ...string[]]>(words: Words) {
  return z.enum(words, { error: `must be one of ${words.join(', ')}` })
}

/** One line of text without control characters, at most `longest` characters. */
export function line(longest: number) {
  return fromText(text => {
    if (text.length > longest) throw new Refusal(`must have at most ${longest} characters`)
    if (/\p{Cc}/u.test(text)) throw new Refusal('must be one line without control characters')
    if (text.trim() === '') throw new Refusal('must not be blank')
    return text
  })
}
