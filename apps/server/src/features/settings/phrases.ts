import { z } from 'zod'

/** What a phrase must have besides: signs that only separate words, or can't be seen, match nothing or everything. */
const READABLE = /[^\p{White_Space}\p{Default_Ignorable_Code_Point}\p{P}\p{Cc}\p{Cf}\p{Cs}|]/u

const MOST_PHRASES = 20_000

/** A list of words and phrases that are looked for. Each is a literal; duplicates are dropped. */
export const phrases = z.array(z.string().trim()
  .max(200, 'a phrase has at most 200 characters')
  .refine(phrase => READABLE.test(phrase), 'a phrase needs a letter, a digit or a sign: an empty one would match everything'))
  .max(MOST_PHRASES, `a list has at most ${MOST_PHRASES.toLocaleString('en')} phrases`)
  .transform(list => [...new Set(list)])
