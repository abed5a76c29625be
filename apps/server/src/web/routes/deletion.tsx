import type { User } from '@platform/plugin-sdk'
import { z } from 'zod'
import { localProfile } from '../../features/accounts/profile.ts'
import { refusedField } from '../../input/invalid-input.ts'
import { parseBody, readForm } from '../../request/body.ts'
import { seeOther } from '../../request/own-path.ts'
import { AccountPage, ToAccount } from '../components/account-page.tsx'
import { AccountName, CurrentPasswordField, Field } from '../components/field.tsx'
import { LOCAL_TIMES, Timestamp } from '../components/timestamp.tsx'
import { answerForm, type FormProblem, submitForm } from '../form-problem.ts'
import type { PageContext } from '../route.ts'
import { pagePath, type Site } from '../site.ts'
import { signedIn } from './own-account.tsx'

const text = z.string().max(2_000).default('')
const form = z.object({ decision: z.enum(['leave', 'stay']), oldPassword: text, username: text })

/** `GET /account/deletion`: the mail about the deletion links to this page. */
export async function showDeletion(ctx: PageContext): Promise<void> {
  const user = signedIn(ctx, '/account/deletion')
  if (user) await answerDeletion(ctx, user)
}

/**
 * `POST /account/deletion`: requests the deletion, or cancels it. A request needs the password of the account, or its
 * username if it has no password.
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
        if (await services.accountPasswords.has(user)) await services.accountPasswords.verify(user, oldPassword)
        else if (username.trim() !== user.username) throw refusedField('username', 'write your username as it is')
        await mutators.User.requestDeletion()
      } else await mutators.User.cancelDeletion()
      seeOther(
        ctx,
        decision === 'leave' ? pagePath(ctx, '/account/deletion') : pagePath(ctx, '/account', { done: 'stay' }),
      )
    },
    problem => answerDeletion(ctx, user, problem),
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
