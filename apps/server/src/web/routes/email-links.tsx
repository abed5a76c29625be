import type { ComponentChildren } from 'preact'
import { z } from 'zod'
import { wayBack } from '../../features/accounts/back.ts'
import type { LetterPurpose } from '../../features/accounts/email-links.ts'
import { parseBody, readForm } from '../../request/body.ts'
import { rememberDevice } from '../../request/sign-in-browser.ts'
import { AccountPage } from '../components/account-page.tsx'
import { Field, WhoseAccount } from '../components/field.tsx'
import { Layout } from '../components/layout.tsx'
import { type FormProblem, problemOf } from '../form-problem.ts'
import { answerPage, type PageContext, type PageRoute } from '../route.ts'
import { readSite } from '../site.ts'

const token = z.string().max(10_000).default('')
const text = z.string().max(2_000).default('')
const confirmation = z.object({ token })
const asking = z.object({ email: text })
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
    await ctx.state.context.services.confirmation.confirm(fields.token.trim())
  } catch (error) {
    return answerConfirm(ctx, problemOf(error))
  }
  await answerDone(ctx, 'Address confirmed', 'Thank you: this address is yours.')
}

/** What a letter is asked for, and what is said on the way. */
const ASKED = {
  'password-reset': {
    action: '/account/password/forgotten',
    title: 'Forgotten your password?',
    hint: 'The link to set a new password is sent there.',
    done: 'If there is an account with this address, a link to set a new password is on its way.',
  },
  'confirm-email': {
    action: '/account/email/resend',
    title: 'Another link',
    hint: 'The link to confirm this address is sent there.',
    done: 'If there is an account with this address that is not confirmed, a link is on its way.',
  },
} as const

/** `GET /account/password/forgotten` and `GET /account/email/resend` */
export function showAsking(purpose: LetterPurpose): PageRoute {
  return ctx => answerAsking(ctx, { purpose, email: '' })
}

/** `POST` to the same: says the same whether there is such an account or not. */
export function ask(purpose: LetterPurpose): PageRoute {
  return async ctx => {
    const { services } = ctx.state.context
    const { email } = parseBody(asking, await readForm(ctx))
    try {
      await services.emailLinks.request({ purpose, email, back: await wayBack(services, '') }, ctx.ip)
    } catch (error) {
      return answerAsking(ctx, { purpose, email }, problemOf(error))
    }
    await answerDone(ctx, 'Look into your mailbox', ASKED[purpose].done)
  }
}

/** `GET /account/password/reset` */
export async function showReset(ctx: PageContext): Promise<void> {
  await answerReset(ctx, '')
}

/** `POST /account/password/reset` */
export async function resetPassword(ctx: PageContext): Promise<void> {
  const fields = parseBody(reset, await readForm(ctx))
  try {
    const { services } = ctx.state.context
    await rememberDevice(
      ctx,
      services,
      (await services.accountPasswords.reset(fields.token.trim(), fields.password)).user,
    )
  } catch (error) {
    return answerReset(ctx, fields.token, problemOf(error))
  }
  await answerDone(ctx, 'New password set', 'You have been signed out everywhere. Sign in with your new password.')
}

async function answerConfirm(ctx: PageContext, problem: FormProblem | null = null): Promise<void> {
  const site = await readSite(ctx.state.context)
  answerLetter(
    ctx,
    <AccountPage
      site={site}
      title="Confirm your e-mail address"
      action="/account/email/confirm"
      submit="This address is mine"
      problem={problem}
      fields={[]}
      scripts={['letter.js']}
      otherwise={<a href={site.path('/account/email/resend')}>Send another link</a>}
    >
      <Field name="token" label="Code" hint={TOKEN_HINT} autocomplete="off" />
    </AccountPage>,
    problem,
  )
}

async function answerAsking(
  ctx: PageContext,
  { purpose, email }: { purpose: LetterPurpose; email: string },
  problem: FormProblem | null = null,
): Promise<void> {
  const site = await readSite(ctx.state.context)
  const { title, action, hint } = ASKED[purpose]
  answerLetter(
    ctx,
    <AccountPage site={site} title={title} action={action} submit="Send a link" problem={problem} fields={['email']}>
      <Field
        name="email"
        label="E-mail"
        type="email"
        value={email}
        hint={hint}
        autocomplete="username"
        problem={problem}
      />
    </AccountPage>,
    problem,
  )
}

async function answerReset(ctx: PageContext, given: string, problem: FormProblem | null = null): Promise<void> {
  const site = await readSite(ctx.state.context)
  answerLetter(
    ctx,
    <AccountPage
      site={site}
      title="Set a new password"
      action="/account/password/reset"
      submit="Set password"
      problem={problem}
      fields={['password']}
      scripts={['letter.js']}
      otherwise={<a href={site.path('/account/password/forgotten')}>Send another link</a>}
    >
      <Field name="token" label="Code" value={given} hint={TOKEN_HINT} autocomplete="off" />
      <WhoseAccount />
      <Field
        name="password"
        label="New password"
        type="password"
        hint="At least 8 characters."
        autocomplete="new-password"
        problem={problem}
      />
    </AccountPage>,
    problem,
  )
}

function answerLetter(ctx: PageContext, page: Parameters<typeof answerPage>[1], problem: FormProblem | null): void {
  ctx.set('Cache-Control', 'no-store')
  answerPage(ctx, page, problem?.status ?? 200)
}

/** A page that says what has happened. */
export async function answerDone(ctx: PageContext, title: string, lead: ComponentChildren): Promise<void> {
  const site = await readSite(ctx.state.context)
  answerLetter(
    ctx,
    <Layout site={site} title={title}>
      <div class="narrow">
        <h1>{title}</h1>
        <p class="lead">{lead}</p>
        <p class="otherwise">
          {site.viewer ? <a href={site.path('/')}>To the discussions</a> : <a href={site.path('/sign-in')}>Sign in</a>}
        </p>
      </div>
    </Layout>,
    null,
  )
}
