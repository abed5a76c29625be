import { z } from 'zod'
import { register as makeAccount } from '../../features/users/register.ts'
import { parseBody, readForm } from '../../request/body.ts'
import { ownPath, seeOther } from '../../request/own-path.ts'
import type { RequestContext } from '../../request/state.ts'
import { AccountPage } from '../components/account-page.tsx'
import { Field } from '../components/field.tsx'
import { ProviderButtons, providerButtons } from '../components/provider-buttons.tsx'
import { type FormProblem, problemOf } from '../form-problem.ts'
import { answerPage, type PageContext, queryText } from '../route.ts'
import { readSite } from '../site.ts'
import { answerDone } from './email-links.tsx'
import { startSession } from './sign-in.tsx'

const text = z.string().max(2_000).default('')
const form = z.object({ email: text, username: text, password: text, next: text })

/** `GET /register` */
export async function showRegister(ctx: PageContext): Promise<void> {
  await answerRegister(ctx, { email: '', username: '', next: queryText(ctx, 'next') ?? '' })
}

/** `POST /register`: makes an account and signs it in. */
export async function register(ctx: PageContext): Promise<void> {
  const { services } = ctx.state.context
  const fields = parseBody(form, await readForm(ctx))
  try {
    const { email, username, password } = fields
    await makeAccount(services, { email, username, password }, ctx.ip)
    if ((await services.settings.load()).requireEmailConfirmation) return await answerToConfirm(ctx)
    await startSession(ctx, fields)
    seeOther(ctx, fields.next)
  } catch (error) {
    await answerRegister(ctx, fields, problemOf(error))
  }
}

/** The account is there; signing in takes a confirmed address. */
async function answerToConfirm(ctx: PageContext): Promise<void> {
  const { services } = ctx.state.context
  if (!services.mail.works)
    return answerDone(
      ctx,
      'Your account is made',
      'Your e-mail address has to be confirmed before you sign in, and this site sends no mail. Ask those who run it.',
    )
  await answerDone(
    ctx,
    'Look into your mailbox',
    <>
      Your account is made. A mail with a link is on its way: open it, and sign in. If none comes, have{' '}
      <a href={`${services.config.mountPath}/account/email/resend`}>another link</a> sent.
    </>,
  )
}

async function answerRegister(
  ctx: RequestContext,
  { email, username, next }: { email: string; username: string; next: string },
  problem: FormProblem | null = null,
): Promise<void> {
  const { context } = ctx.state
  const site = await readSite(context)
  const onwards = ownPath(next, context.services.config)
  const signIn = (
    <>
      Registered already? <a href={`${site.path('/sign-in')}?${new URLSearchParams({ next: onwards })}`}>Sign in</a>
    </>
  )
  const buttons = providerButtons(ctx, site, onwards)
  answerPage(
    ctx,
    <AccountPage
      site={site}
      title="Register"
      action="/register"
      submit="Register"
      problem={problem}
      before={<ProviderButtons site={site} buttons={buttons} next={onwards} />}
      scripts={buttons.length > 0 ? ['providers.js'] : []}
      fields={['email', 'username', 'password']}
      otherwise={signIn}
    >
      <Field
        name="email"
        label="E-mail"
        type="email"
        value={email}
        hint="Only you and the site’s staff see it."
        autocomplete="username"
        problem={problem}
      />
      <Field
        name="username"
        label="Username"
        value={username}
        hint="Letters, digits and underscores."
        autocomplete="nickname"
        problem={problem}
      />
      <Field
        name="password"
        label="Password"
        type="password"
        hint="At least 8 characters."
        autocomplete="new-password"
        problem={problem}
      />
      <input type="hidden" name="next" value={onwards} />
    </AccountPage>,
    problem?.status ?? 200,
  )
}
