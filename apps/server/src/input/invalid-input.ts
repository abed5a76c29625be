import { wording } from '@platform/config'
import { BadUserInputError } from '@platform/plugin-sdk'
import type { z } from 'zod'

/** One value of an input that was refused. */
export interface InputProblem {
  /** The path of the value, such as `wordlist.banned.3`; `input` for the whole input. */
  readonly field: string
  readonly message: string
}

/** Parses an input by a schema. @throws BadUserInputError that names every bad value. */
export function parseInput<S extends z.ZodType>(schema: S, input: unknown): z.output<S> {
  const parsed = schema.safeParse(input, { error: wording })
  if (parsed.success) return parsed.data
  throw invalidInput(parsed.error)
}

/** The most unknown fields that an error names. */
const MOST_UNKNOWN = 20

/**
 * One error for all problems that a schema found in an input: its message and `metadata.problems` name each of them.
 */
function invalidInput({ issues }: z.ZodError): BadUserInputError {
  const problems = issues.flatMap((issue): InputProblem[] =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.slice(0, MOST_UNKNOWN).map(key => ({
          field: [...issue.path, key.slice(0, 100)].join('.'),
          message: 'There is no such field; remove it',
        }))
      : [{ field: issue.path.join('.') || 'input', message: issue.message }],
  )
  return refusedFields(problems)
}

/**
 * The error for one field of an input, in the form of the errors of {@link parseInput}, so that forms show it beside
 * the field.
 *
 * @example
 * if (name === '') throw refusedField('name', '1 to 100 characters')
 */
export function refusedField(field: string, message: string): BadUserInputError {
  return refusedFields([{ field, message }])
}

/** The error for several fields of an input, in the same form. */
export function refusedFields(problems: readonly InputProblem[]): BadUserInputError {
  const text = problems.map(({ field, message }) => `${field}: ${message}`).join('; ')
  return new BadUserInputError(text, { metadata: { problems } })
}
