import type { ComponentChildren } from 'preact'
import { z } from 'zod'
import { parseBody, readForm } from '../../../http/body.ts'
import { wayBack } from '../../accounts/back.ts'
import { AccountPage } from '../components/account-page.tsx'
import { Field } from '../components/field.tsx'
import { Layout } from '../components/layout.tsx'
import { problemOf, type FormProblem } from '../form-problem.ts'
import { answerPage, type PageContext } from '../route.ts'
import { readSite } from '../site.ts'

const token = z.string().max(10_000).default('')
const text = z.string().max(2_000).default('')
const confirmation = z.object({ token })
const forgotten = z.object({ email: text })
const reset = z.object({ token, password: text })

const TOKEN_HINT = 'The part after # in the link of the mail.'

/** `GET /account/email/confirm`: asks for a press of a button, for programs open links of mails too. */
export async function showConfirm(ctx: PageContext): Promise<void> {
  await answerConfirm(ctx)
}

/** `POST /account/email/confirm` */
export async function confirm(ctx: PageContext): Promise<void> {
  const fields = parseBody(confirmation, await readForm(ctx))
  try {
    await ctx.state.context.platform.services.confirmation.confirm(fields.token.trim())
  } catch (error) {
    return answerConfirm(ctx, problemOf(error))
  }
  await answerDone(ctx, 'Address confirmed', 'Thank you: this address is yours.')
}

/** `GET /account/password/forgotten` */
export async function showForgotten(ctx: PageContext): Promise<void> {
  await answerForgotten(ctx, '')
}

/** `POST /account/password/forgotten`: says the same whether there is such an account or not. */
export async function forget(ctx: PageContext): Promise<void> {
  const { platform } = ctx.state.context
  const { email } = parseBody(forgotten, await readForm(ctx))
  try {
    await platform.services.letters.request({ purpose: 'password-reset', email, back: await wayBack(platform, '') }, ctx.ip)
  } catch (error) {
    return answerForgotten(ctx, email, problemOf(error))
  }
  await answerDone(ctx, 'Look into your mailbox', 'If there is an account with this address, a link to set a new password is on its way.')
}

/** `GET /account/password/reset` */
export async function showReset(ctx: PageContext): Promise<void> {
  await answerReset(ctx, '')
}

/** `POST /account/password/reset` */
export async function resetPassword(ctx: PageContext): Promise<void> {
  const fields = parseBody(reset, await readForm(ctx))
  try {
    await ctx.state.context.platform.services.accountPasswords.reset(fields.token.trim(), fields.password)
  } catch (error) {
    return answerReset(ctx, fields.token, problemOf(error))
  }
  await answerDone(ctx, 'New password set', 'You have been signed out everywhere. Sign in with your new password.')
}

async function answerConfirm(ctx: PageContext, problem: FormProblem | null = null): Promise<void> {
  const site = await readSite(ctx.state.context)
  answerLetter(ctx, (
    <AccountPage site={site} title="Confirm your e-mail address" action="/account/email/confirm" submit="This address is mine" problem={problem} fields={[]} scripts={['letter.js']}>
      <Field name="token" label="Code" hint={TOKEN_HINT} autocomplete="off" />
    </AccountPage>
  ), problem)
}

async function answerForgotten(ctx: PageContext, email: string, problem: FormProblem | null = null): Promise<void> {
  const site = await readSite(ctx.state.context)
  answerLetter(ctx, (
    <AccountPage site={site} title="Forgotten your password?" action="/account/password/forgotten" submit="Send a link" problem={problem} fields={['email']}>
      <Field name="email" label="E-mail" type="email" value={email} hint="The link to set a new password is sent there." autocomplete="username" problem={problem} />
    </AccountPage>
  ), problem)
}

async function answerReset(ctx: PageContext, given: string, problem: FormProblem | null = null): Promise<void> {
  const site = await readSite(ctx.state.context)
  answerLetter(ctx, (
    <AccountPage site={site} title="Set a new password" action="/account/password/reset" submit="Set password" problem={problem} fields={['password']} scripts={['letter.js']}
      otherwise={<a href={site.path('/account/password/forgotten')}>Send another link</a>}>
      <Field name="token" label="Code" value={given} hint={TOKEN_HINT} autocomplete="off" />
      <Field name="password" label="New password" type="password" hint="At least 8 characters." autocomplete="new-password" problem={problem} />
    </AccountPage>
  ), problem)
}

function answerLetter(ctx: PageContext, page: Parameters<typeof answerPage>[1], problem: FormProblem | null): void {
  ctx.set('Cache-Control', 'no-store')
  answerPage(ctx, page, problem?.status ?? 200)
}

async function answerDone(ctx: PageContext, title: string, lead: ComponentChildren): Promise<void> {
  const site = await readSite(ctx.state.context)
  answerLetter(ctx, (
    <Layout site={site} title={title}>
      <div class="narrow">
        <h1>{title}</h1>
        <p class="lead">{lead}</p>
        <p class="otherwise">{site.viewer ? <a href={site.path('/')}>To the discussions</a> : <a href={site.path('/sign-in')}>Sign in</a>}</p>
      </div>
    </Layout>
  ), null)
}
