import { phraseProblem } from '@platform/trust'
import { z } from 'zod'

const MOST_PHRASES = 20_000

/** A list of words and phrases that are looked for. Each is a literal; duplicates are dropped. */
export const phrases = z
  .array(
    z
      .string()
      .trim()
      .max(200, 'a phrase has at most 200 characters')
      .superRefine((phrase, context) => {
        const problem = phraseProblem(phrase)
        if (problem !== null) context.addIssue({ code: 'custom', message: problem })
      }),
  )
  .max(MOST_PHRASES, 'a list has at most 20,000 phrases')
  .transform(list => [...new Set(list)])
