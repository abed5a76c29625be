import type { User } from '@platform/plugin-sdk'
import { z } from 'zod'
import { localProfile } from '../../features/accounts/profile.ts'
import { refusedField } from '../../input/invalid-input.ts'
import { parseBody, readForm } from '../../request/body.ts'
import { seeOther } from '../../request/own-path.ts'
import { AccountPage, ToAccount } from '../components/account-page.tsx'
import { AccountName, CurrentPasswordField, Field } from '../components/field.tsx'
import { NoticePage } from '../components/notice-page.tsx'
import { LOCAL_TIMES, Timestamp } from '../components/timestamp.tsx'
import { answerForm, type FormProblem, submitForm } from '../form-problem.ts'
import { answerPage, type PageContext, queryText } from '../route.ts'
import { pagePath, readSite, type Site } from '../site.ts'
import type { PageTextName } from '../texts/en.ts'
import { signedIn } from './own-account.tsx'

const text = z.string().max(2_000).default('')
const form = z.object({ decision: z.enum(['leave', 'stay']), oldPassword: text, username: text })

/**
 * `GET /account/deletion`: four steps to the request, of which `?step=` names one; while a request runs, the way to
 * take it back. The mail about the deletion links to this page.
 */
export async function showDeletion(ctx: PageContext): Promise<void> {
  const user = signedIn(ctx, '/account/deletion')
  if (!user) return
  const step = Number(queryText(ctx, 'step') ?? '1')
  const known = STEPS[step - 1]
  await (user.deletion_at || step === CONFIRMING ? answerDeletion(ctx, user) : answerStep(ctx, known ? step : 1))
}

/**
 * `POST /account/deletion`: requests the deletion, or cancels it. A request needs the password of the account, or its
 * username and a recent sign-in if it has no password.
 */
export async function decideDeletion(ctx: PageContext): Promise<void> {
  const user = signedIn(ctx, '/account/deletion')
  if (!user) return
  const { services, mutators } = ctx.state.context
  await submitForm(
    ctx,
    async () => {
      const { decision, oldPassword, username } = parseBody(form, await readForm(ctx))
      if (decision === 'leave') {
        if (username.trim() !== user.username && !(await services.accountPasswords.has(user)))
          throw refusedField('username', 'write your username as it is')
        await mutators.User.requestDeletion(oldPassword)
      } else await mutators.User.cancelDeletion()
      seeOther(
        ctx,
        decision === 'leave' ? pagePath(ctx, '/account/deletion') : pagePath(ctx, '/account', { done: 'stay' }),
      )
    },
    problem => answerDeletion(ctx, user, problem),
  )
}

/** What is explained before the last step, which asks for a confirmation. */
const STEPS = [
  { title: 'deletionWhatTitle', text: 'deletionWhat' },
  { title: 'deletionWhenTitle', text: 'deletionWhen' },
  { title: 'deletionCopyTitle', text: 'deletionCopy' },
] as const satisfies readonly { readonly title: PageTextName; readonly text: PageTextName }[]
const CONFIRMING = STEPS.length + 1

async function answerStep(ctx: PageContext, step: number): Promise<void> {
  const site = await readSite(ctx)
  const { texts } = site
  const { title, text } = STEPS[step - 1] ?? STEPS[0]
  answerPage(
    ctx,
    <NoticePage site={site} title={texts.text(title)} lead={texts.text(text)} otherwise={<ToAccount site={site} />}>
      <p class="hint">{texts.text('deletionStep', { step })}</p>
      {title === 'deletionCopyTitle' && (
        <p>
          <a href={site.path('/account/data')}>{texts.text('downloadData')}</a>
        </p>
      )}
      <p class="ways">
        <a class="button" href={site.path('/account/deletion', { step: String(step + 1) })}>
          {texts.text('continue')}
        </a>{' '}
        <a class="button small" href={site.path('/account')}>
          {texts.text('keepAccount')}
        </a>
      </p>
    </NoticePage>,
  )
}

async function answerDeletion(ctx: PageContext, user: User, problem: FormProblem | null = null): Promise<void> {
  const hasPassword = await ctx.state.context.services.accountPasswords.has(user)
  await answerForm(ctx, problem, site =>
    user.deletion_at
      ? cancellation(site, user.deletion_at, problem)
      : deletionRequest(site, user, { problem, hasPassword }),
  )
}

function cancellation(site: Site, deletionAt: Date, problem: FormProblem | null) {
  const { texts } = site
  return (
    <AccountPage
      site={site}
      title={texts.text('willBeDeleted')}
      scripts={[LOCAL_TIMES]}
      action="/account/deletion"
      submit={texts.text('keepAccount')}
      problem={problem}
      fields={[]}
      lead={texts.parts('willBeDeletedLead', { time: <Timestamp site={site} time={deletionAt} /> })}
    >
      <input type="hidden" name="decision" value="stay" />
    </AccountPage>
  )
}

function deletionRequest(
  site: Site,
  user: User,
  { problem, hasPassword }: { problem: FormProblem | null; hasPassword: boolean },
) {
  const { texts } = site
  return (
    <AccountPage
      site={site}
      title={texts.text('deleteAccount')}
      action="/account/deletion"
      submit={texts.text('deleteMyAccount')}
      grave
      problem={problem}
      fields={['oldPassword', 'username']}
      otherwise={<ToAccount site={site} />}
      lead={texts.text('deletionLead')}
      before={<p class="hint">{texts.text('deletionStep', { step: CONFIRMING })}</p>}
    >
      <input type="hidden" name="decision" value="leave" />
      {hasPassword ? (
        <>
          <AccountName site={site} address={localProfile(user)?.id} />
          <CurrentPasswordField label={texts.text('password')} problem={problem} />
        </>
      ) : (
        <Field
          name="username"
          label={texts.text('yourUsername')}
          hint={texts.text('deletionConfirm', { name: user.username })}
          autocomplete="off"
          problem={problem}
        />
      )}
    </AccountPage>
  )
}
