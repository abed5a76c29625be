import { z } from 'zod'
import { localProfile } from '../../features/accounts/profile.ts'
import { parseBody, readForm } from '../../request/body.ts'
import { seeOther } from '../../request/own-path.ts'
import { AccountPage } from '../components/account-page.tsx'
import { Field, WhoseAccount } from '../components/field.tsx'
import { type FormProblem, problemOf } from '../form-problem.ts'
import { answerPage, type PageContext } from '../route.ts'
import { readSite } from '../site.ts'
import { signedIn } from './own-account.tsx'

const text = z.string().max(2_000).default('')
const form = z.object({ email: text, oldPassword: text })

/** `GET /account/email`: whoever has no address yet adds one with a password. */
export async function showEmail(ctx: PageContext): Promise<void> {
  const user = signedIn(ctx, '/account/email')
  if (!user) return
  if (localProfile(user)) await answerEmail(ctx, '')
  else seeOther(ctx, `${ctx.state.context.services.config.mountPath}/account/password`)
}

/** `POST /account/email`: sends a link to the new address. */
export async function changeEmail(ctx: PageContext): Promise<void> {
  if (!signedIn(ctx, '/account/email')) return
  const { services, mutators } = ctx.state.context
  const { email, oldPassword: password } = parseBody(form, await readForm(ctx))
  try {
    await mutators.User.changeEmail({ email, password })
    seeOther(ctx, `${services.config.mountPath}/account?done=email`)
  } catch (error) {
    await answerEmail(ctx, email, problemOf(error))
  }
}

async function answerEmail(ctx: PageContext, email: string, problem: FormProblem | null = null): Promise<void> {
  const { context } = ctx.state
  const site = await readSite(context)
  answerPage(
    ctx,
    <AccountPage
      site={site}
      title="Change your e-mail address"
      action="/account/email"
      submit="Send a link there"
      problem={problem}
      fields={['email', 'oldPassword']}
      lead={
        <>
          Until now it is <bdi>{(context.user && localProfile(context.user)?.id) ?? ''}</bdi>. The new one counts once
          you open the link.
        </>
      }
      otherwise={<a href={site.path('/account')}>Your account</a>}
    >
      <WhoseAccount address={context.user ? localProfile(context.user)?.id : ''} />
      <Field
        name="email"
        label="New e-mail address"
        type="email"
        value={email}
        autocomplete="email"
        problem={problem}
      />
      <Field name="oldPassword" label="Password" type="password" autocomplete="current-password" problem={problem} />
    </AccountPage>,
    problem?.status ?? 200,
  )
}
