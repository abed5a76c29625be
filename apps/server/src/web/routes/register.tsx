import { z } from 'zod'
import { register as createAccount, type Registered } from '../../features/users/register.ts'
import { parseBody, readForm } from '../../request/body.ts'
import { ownPath, seeOther } from '../../request/own-path.ts'
import type { RequestContext } from '../../request/state.ts'
import { AccountPage } from '../components/account-page.tsx'
import { EmailField, NewPasswordField, UsernameField } from '../components/field.tsx'
import { offeredProviders } from '../components/provider-buttons.tsx'
import { pageWithNotice } from '../components/registered-notice.tsx'
import { answerForm, type FormProblem, submitForm } from '../form-problem.ts'
import { type PageContext, queryText } from '../route.ts'
import { pathWithNext, readSite } from '../site.ts'
import { answerDone } from './email-links.tsx'
import { startSession } from './sign-in.tsx'

const text = z.string().max(2_000).default('')
const form = z.object({ email: text, username: text, password: text, next: text })

/** `GET /register` */
export async function showRegister(ctx: PageContext): Promise<void> {
  await answerRegister(ctx, { email: '', username: '', next: queryText(ctx, 'next') ?? '' })
}

/** `POST /register`: creates an account and signs its user in. */
export async function register(ctx: PageContext): Promise<void> {
  const { services } = ctx.state.context
  const fields = parseBody(form, await readForm(ctx))
  await submitForm(
    async () => {
      const { email, username, password } = fields
      const { mail } = await createAccount(services, { email, username, password }, ctx.ip)
      if ((await services.settings.load()).requireEmailConfirmation)
        return answerUnconfirmed(ctx, mail, ownPath(fields.next, services.config))
      await startSession(ctx, fields)
      seeOther(ctx, pageWithNotice(ownPath(fields.next, services.config), mail))
    },
    problem => answerRegister(ctx, fields, problem),
  )
}

/** The account exists, but its user has to confirm the e-mail address before signing in. */
async function answerUnconfirmed(ctx: PageContext, mail: Registered['mail'], next: string): Promise<void> {
  const another = pathWithNext(await readSite(ctx.state.context), '/account/email/resend', next)
  if (mail === 'off')
    return answerDone(
      ctx,
      'Your account is created',
      'Your e-mail address must be confirmed before you sign in, but this site sends no mail. Ask its operator.',
      next,
    )
  if (mail === 'limited')
    return answerDone(
      ctx,
      'Your account is created',
      <>
        Your e-mail address must be confirmed before you sign in. No mail was sent, because too many were asked for.
        Wait an hour, then <a href={another}>send a link</a>.
      </>,
      next,
    )
  await answerDone(
    ctx,
    'Look into your mailbox',
    <>
      Your account is created. We have sent you a mail with a link: open it, then sign in. If it does not arrive,{' '}
      <a href={another}>send another link</a>.
    </>,
    next,
  )
}

async function answerRegister(
  ctx: RequestContext,
  { email, username, next }: { email: string; username: string; next: string },
  problem: FormProblem | null = null,
): Promise<void> {
  const onwards = ownPath(next, ctx.state.context.services.config)
  await answerForm(ctx, problem, site => (
    <AccountPage
      site={site}
      title="Register"
      action="/register"
      submit="Register"
      next={onwards}
      problem={problem}
      {...offeredProviders(ctx, site, onwards)}
      fields={['email', 'username', 'password']}
      otherwise={
        <>
          Do you have an account?{' '}
          <a href={`${site.path('/sign-in')}?${new URLSearchParams({ next: onwards })}`}>Sign in</a>
        </>
      }
    >
      <EmailField label="E-mail" value={email} hint="Only you and the site’s staff see it." problem={problem} />
      <UsernameField value={username} problem={problem} />
      <NewPasswordField label="Password" problem={problem} />
      <input type="hidden" name="next" value={onwards} />
    </AccountPage>
  ))
}
