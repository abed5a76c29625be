import { wording } from '@platform/config'
import { PlatformError } from '@platform/plugin-sdk'
import { z } from 'zod'
import type { InputProblem } from '../../input/invalid-input.ts'
import { assertEmail, assertPassword } from './rules.ts'
import type { UsersService } from './service.ts'

/** What is wrong with one field of a registration. */
export interface FieldProblem extends InputProblem {
  /** The `translation_key` of the broken rule. */
  readonly code: string
}

export interface Registration {
  readonly email: string
  readonly username: string
  readonly password: string
}

const text = z.string().max(2_000).default('')
const registration = z.strictObject({ email: text, username: text, password: text })

/**
 * Checks the input of a registration.
 *
 * @throws PlatformError with the code of the first problem; `metadata.problems` has all problems with their codes.
 */
export async function readRegistration(given: unknown, users: UsersService): Promise<Registration> {
  const parsed = registration.safeParse(given, { error: wording })
  const mistyped = parsed.success
    ? []
    : parsed.error.issues.flatMap((issue): FieldProblem[] =>
        issue.code === 'unrecognized_keys'
          ? issue.keys.slice(0, 20).map(key => ({
              code: 'BAD_USER_INPUT',
              field: key.slice(0, 100),
              message: 'There is no such field; remove it',
            }))
          : [{ code: 'BAD_USER_INPUT', field: issue.path.join('.') || 'input', message: issue.message }],
      )
  const fields = textsOf(given)
  const readable = (field: keyof Registration) =>
    mistyped.every(problem => problem.field !== field && problem.field !== 'input')
  const broken = await Promise.all([
    readable('email')
      ? problemOf('email', async () => {
          if (await users.findByEmail(assertEmail(fields.email)))
            throw new PlatformError('EMAIL_IN_USE', 'There is an account with this e-mail address')
        })
      : null,
    readable('username')
      ? problemOf('username', async () => {
          if (await users.findByUsername(await users.checkUsername(fields.username)))
            throw new PlatformError('USERNAME_IN_USE', 'This username is taken')
        })
      : null,
    readable('password')
      ? problemOf('password', () => {
          assertPassword(fields.password, [fields.username, fields.email])
        })
      : null,
  ])
  const problems = [...mistyped, ...broken.filter(problem => problem !== null)]
  const [first] = problems
  if (first)
    throw new PlatformError(
      first.code,
      problems.length === 1 && mistyped.length === 0
        ? first.message
        : problems.map(({ field, message }) => `${field}: ${message}`).join('; '),
      { metadata: { problems } },
    )
  return fields
}

const anyText = z.string().catch('')
const texts = z
  .object({ email: anyText, username: anyText, password: anyText })
  .catch({ email: '', username: '', password: '' })

/** The texts of an input. A value that is no text becomes an empty text. */
function textsOf(given: unknown): Registration {
  return texts.parse(given)
}

async function problemOf(field: string, check: () => Promise<void> | void): Promise<FieldProblem | null> {
  try {
    await check()
    return null
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error
    return { code: error.translation_key, field, message: error.message }
  }
}
