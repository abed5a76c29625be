import type { User } from '@platform/plugin-sdk'
import { z } from 'zod'
import { localProfile } from '../../features/accounts/profile.ts'
import { parseBody, readForm } from '../../request/body.ts'
import { seeOther } from '../../request/own-path.ts'
import { AccountPage, ToAccount } from '../components/account-page.tsx'
import { AccountName, CurrentPasswordField, EmailField } from '../components/field.tsx'
import { answerForm, type FormProblem, submitForm } from '../form-problem.ts'
import type { PageContext } from '../route.ts'
import { pagePath } from '../site.ts'
import { signedIn } from './own-account.tsx'

const text = z.string().max(2_000).default('')
const form = z.object({ email: text, oldPassword: text })

/** `GET /account/email`: a user without an address is sent to the form that adds one with a password. */
export async function showEmail(ctx: PageContext): Promise<void> {
  const user = signedIn(ctx, '/account/email')
  if (!user) return
  if (localProfile(user)) await answerEmail(ctx, user, '')
  else seeOther(ctx, pagePath(ctx, '/account/password'))
}

/** `POST /account/email`: sends a link to the new address. */
export async function changeEmail(ctx: PageContext): Promise<void> {
  const user = signedIn(ctx, '/account/email')
  if (!user) return
  const { mutators } = ctx.state.context
  const { email, oldPassword: password } = parseBody(form, await readForm(ctx))
  await submitForm(
    ctx,
    async () => {
      await mutators.User.changeEmail({ email, password })
      seeOther(ctx, pagePath(ctx, '/account', { done: 'email' }))
    },
    problem => answerEmail(ctx, user, email, problem),
  )
}

async function answerEmail(
  ctx: PageContext,
  user: User,
  email: string,
  problem: FormProblem | null = null,
): Promise<void> {
  const address = localProfile(user)?.id
  await answerForm(ctx, problem, site => (
    <AccountPage
      site={site}
      title={site.texts.text('changeEmail')}
      action="/account/email"
      submit={site.texts.text('sendLinkThere')}
      problem={problem}
      fields={['email', 'oldPassword']}
      lead={site.texts.parts('changeEmailLead', { email: <bdi>{address}</bdi> })}
      otherwise={<ToAccount site={site} />}
    >
      <AccountName site={site} address={address} />
      <EmailField label={site.texts.text('newEmail')} value={email} autocomplete="email" problem={problem} />
      <CurrentPasswordField label={site.texts.text('password')} problem={problem} />
    </AccountPage>
  ))
}
