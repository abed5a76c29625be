import type { VNode } from 'preact'
import { z } from 'zod'
import { isExpected } from '../composition/schema/mutation-errors.ts'
import type { RequestContext } from '../request/state.ts'
import { answerPage } from './route.ts'
import { readSite, type Site } from './site.ts'

/** Why a form was refused. */
export interface FormProblem {
  readonly status: number
  readonly message: string
  /** The error's `translation_key`. */
  readonly code: string
  /** The field to correct; `null` when the problem is not about one field. */
  readonly field: string | null
  /** Whether the form is accepted with a solved captcha. */
  readonly captcha?: boolean
  /** Every faulty field, when the form has several. */
  readonly all?: readonly { readonly field: string; readonly message: string }[]
}

/** The message to show beside a field; `null` when the field is right. */
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

const details = z.object({
  status: z.number().catch(400),
  metadata: z
    .object({
      problems: z.array(z.object({ field: z.string(), message: z.string() })).catch([]),
      captcha: z.boolean().catch(false),
    })
    .catch({ problems: [], captcha: false }),
})

/** The problem of a form that an expected error is about. Throws every other error. */
function problemOf(error: unknown): FormProblem {
  if (!isExpected(error)) throw error
  const { message, translation_key: code } = error
  const {
    status,
    metadata: { problems, captcha },
  } = details.parse(error)
  const [first] = problems
  if (first) return { status, code, message, field: first.field, all: problems }
  const field = FIELDS.find(([codes]) => codes.test(code))?.[1] ?? null
  return { status, code, field, message, ...(captcha ? { captcha } : {}) }
}

/** Does what a form asks for. When that is refused, the form is shown again with its problem. */
export async function submitForm(
  submit: () => Promise<void>,
  showAgain: (problem: FormProblem) => Promise<void>,
): Promise<void> {
  try {
    await submit()
  } catch (error) {
    await showAgain(problemOf(error))
  }
}

/** Answers with a page of one form. A refused form is shown again with its problem, and the status of the refusal. */
export async function answerForm(
  ctx: RequestContext,
  problem: FormProblem | null,
  page: (site: Site) => VNode,
): Promise<void> {
  answerPage(ctx, page(await readSite(ctx.state.context)), problem?.status)
}
