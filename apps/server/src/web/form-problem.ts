import { isExpected } from '../composition/schema/mutation-errors.ts'

/** Why a form was refused. */
export interface FormProblem {
  readonly status: number
  readonly message: string
  /** The error's `translation_key`. */
  readonly code: string
  /** The field to mend; `null` when it is not about one. */
  readonly field: string | null
  /** Whether a captcha helps. */
  readonly captcha?: boolean
  /** Everything that is wrong, when that is more than one thing. */
  readonly all?: readonly { readonly field: string; readonly message: string }[]
}

/** What to say beside a field; `null` when nothing is wrong with it. */
export function messageFor(problem: FormProblem | null | undefined, field: string): string | null {
  const listed = problem?.all?.find(one => one.field === field)
  return listed?.message ?? (problem?.field === field ? problem.message : null)
}

const FIELDS: readonly (readonly [RegExp, string])[] = [
  [/^(EMAIL_|DUPLICATE_LOCAL_PROFILE$)/, 'email'],
  [/^(USERNAME_|SAME_USERNAME|EDIT_USERNAME|NO_SPECIAL_CHARACTERS$|PROFANITY_ERROR$)/, 'username'],
  [/^PASSWORD_INCORRECT$/, 'oldPassword'],
  [/^PASSWORD_/, 'password'],
  [/^COMMENT_/, 'body'],
  [/^TOKEN_/, 'token'],
]

/** What to say beside which field. Throws on what nobody expected. */
export function problemOf(error: unknown): FormProblem {
  if (!isExpected(error)) throw error
  const { status = 400 } = error as { status?: number }
  const code = error.translation_key
  const { problems, captcha } =
    (error as { metadata?: { problems?: FormProblem['all']; captcha?: unknown } }).metadata ?? {}
  if (problems && problems.length > 0)
    return { status, code, field: problems[0]!.field, message: error.message, all: problems }
  return {
    status,
    code,
    field: FIELDS.find(([codes]) => codes.test(code))?.[1] ?? null,
    message: error.message,
    ...(captcha === true ? { captcha } : {}),
  }
}
