import { wording } from '@platform/config'
import { BadUserInputError } from '@platform/plugin-sdk'
import type { z } from 'zod'

/** One value of an input that was refused. */
export interface InputProblem {
  /** Where it is: `wordlist.banned.3`; `input` for the whole. */
  readonly field: string
  readonly message: string
}

/** What a schema makes of an input. @throws BadUserInputError naming everything that is wrong with it. */
export function parseInput<S extends z.ZodType>(schema: S, input: unknown): z.output<S> {
  const parsed = schema.safeParse(input, { error: wording })
  if (parsed.success) return parsed.data
  throw invalidInput(parsed.error)
}

/** Unknown fields that are named. */
const MOST_UNKNOWN = 20

/**
 * Everything that a schema found wrong with an input, as one error: its message and `metadata.problems` name them all.
 */
function invalidInput({ issues }: z.ZodError): BadUserInputError {
  const problems = issues.flatMap((issue): InputProblem[] =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.slice(0, MOST_UNKNOWN).map(key => ({
          field: [...issue.path, key.slice(0, 100)].join('.'),
          message: 'There is no such field; leave it out',
        }))
      : [{ field: issue.path.join('.') || 'input', message: issue.message }],
  )
  return new BadUserInputError(problems.map(({ field, message }) => `${field}: ${message}`).join('; '), {
    metadata: { problems },
  })
}
