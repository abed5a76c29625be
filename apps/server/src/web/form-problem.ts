import type { VNode } from 'preact'
import { z } from 'zod'
import { isExpected } from '../composition/schema/mutation-errors.ts'
import type { RequestContext } from '../request/state.ts'
import { chosenLanguage } from './languages/language-of.ts'
import type { PageTranslator } from './languages/page-translator.ts'
import { refusalText } from './refusals.ts'
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
  /** Seconds after which the form may be sent again, when it was sent too often. */
  readonly retryAfter?: number
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
  [/^PASSWORD_(AGAIN|INCORRECT)$/, 'oldPassword'],
  [/^PASSWORD_/, 'password'],
  [/^COMMENT_/, 'body'],
  [/^TOKEN_/, 'token'],
]

const details = z.object({
  status: z.number().catch(400),
  metadata: z
    .object({
      problems: z.array(z.object({ field: z.string(), message: z.string(), code: z.string().optional() })).catch([]),
      captcha: z.boolean().catch(false),
      retryAfter: z.number().optional().catch(undefined),
    })
    .catch({ problems: [], captcha: false }),
})

/** The problem of a form that an expected error is about, in the language of the page. Throws every other error. */
function problemOf(error: unknown, texts: PageTranslator): FormProblem {
  if (!isExpected(error)) throw error
  const { translation_key: code } = error
  const { status, metadata } = details.parse(error)
  const { problems, captcha, retryAfter } = metadata
  const all = problems.map(({ field, message, code: own = code }) => ({
    field,
    message: refusalText(texts, { code: own, status, field, message }),
  }))
  const [first] = all
  if (first) return { status, code, message: error.message, field: first.field, all }
  const field = FIELDS.find(([codes]) => codes.test(code))?.[1] ?? null
  const message = refusalText(texts, { code, status, message: error.message, metadata })
  return { status, code, field, message, ...(captcha ? { captcha } : {}), ...(retryAfter ? { retryAfter } : {}) }
}

/** Does what a form asks for. When that is refused, the form is shown again with its problem. */
export async function submitForm(
  ctx: RequestContext,
  submit: () => Promise<void>,
  showAgain: (problem: FormProblem) => Promise<void>,
): Promise<void> {
  try {
    await submit()
  } catch (error) {
    const problem = problemOf(error, chosenLanguage(ctx, ctx.state.context.services).pages)
    if (problem.retryAfter !== undefined) ctx.set('Retry-After', String(problem.retryAfter))
    await showAgain(problem)
  }
}

/** Answers with a page of one form. A refused form is shown again with its problem, and the status of the refusal. */
export async function answerForm(
  ctx: RequestContext,
  problem: FormProblem | null,
  page: (site: Site) => VNode,
): Promise<void> {
  answerPage(ctx, page(await readSite(ctx)), problem?.status)
}
