import type { User } from '@platform/plugin-sdk'
import { z } from 'zod'
import { localProfile } from '../../features/accounts/profile.ts'
import { parseBody, readForm } from '../../request/body.ts'
import { seeOther } from '../../request/own-path.ts'
import { AccountPage } from '../components/account-page.tsx'
import { AccountName, CurrentPasswordField, EmailField } from '../components/field.tsx'
import { answerForm, type FormProblem, submitForm } from '../form-problem.ts'
import type { PageContext } from '../route.ts'
import { signedIn } from './own-account.tsx'

const text = z.string().max(2_000).default('')
const form = z.object({ email: text, oldPassword: text })

/** `GET /account/email`: a user without an address is sent to the form that adds one with a password. */
export async function showEmail(ctx: PageContext): Promise<void> {
  const user = signedIn(ctx, '/account/email')
  if (!user) return
  if (localProfile(user)) await answerEmail(ctx, user, '')
  else seeOther(ctx, `${ctx.state.context.services.config.mountPath}/account/password`)
}

/** `POST /account/email`: sends a link to the new address. */
export async function changeEmail(ctx: PageContext): Promise<void> {
  const user = signedIn(ctx, '/account/email')
  if (!user) return
  const { services, mutators } = ctx.state.context
  const { email, oldPassword: password } = parseBody(form, await readForm(ctx))
  await submitForm(
    async () => {
      await mutators.User.changeEmail({ email, password })
      seeOther(ctx, `${services.config.mountPath}/account?done=email`)
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
      title="Change your e-mail address"
      action="/account/email"
      submit="Send a link there"
      problem={problem}
      fields={['email', 'oldPassword']}
      lead={
        <>
          Your address is <bdi>{address}</bdi>. The new address replaces it when you open the link that we send there.
        </>
      }
      otherwise={<a href={site.path('/account')}>Your account</a>}
    >
      <AccountName address={address} />
      <EmailField label="New e-mail address" value={email} autocomplete="email" problem={problem} />
      <CurrentPasswordField label="Password" problem={problem} />
    </AccountPage>
  ))
}
