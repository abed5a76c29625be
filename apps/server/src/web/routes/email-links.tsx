import type { ComponentChildren, VNode } from 'preact'
import { z } from 'zod'
import type { EmailLinkPurpose } from '../../features/accounts/email-links.ts'
import { returnAddress } from '../../features/accounts/return-address.ts'
import { parseBody, readForm } from '../../request/body.ts'
import { ownPath } from '../../request/own-path.ts'
import { rememberDevice } from '../../request/sign-in-browser.ts'
import { AccountPage } from '../components/account-page.tsx'
import { AccountName, EmailField, Field, NewPasswordField } from '../components/field.tsx'
import { NoticePage } from '../components/notice-page.tsx'
import { answerForm, type FormProblem, submitForm } from '../form-problem.ts'
import { answerPage, type PageContext, type PageRoute, queryText } from '../route.ts'
import { pathWithNext, readSite, type Site } from '../site.ts'
import { endOfNewestWindow } from '../window/windows-cookie.ts'

const token = z.string().max(10_000).default('')
const text = z.string().max(2_000).default('')
const confirmation = z.object({ token })
const linkRequest = z.object({ email: text, next: text })
const reset = z.object({ token, password: text })

const TOKEN_HINT = 'The part after # in the link of the mail.'

/** `GET /account/email/confirm`: shows a button to press, because programs that scan mails open links too. */
export async function showConfirm(ctx: PageContext): Promise<void> {
  await answerConfirm(ctx)
}

/** `POST /account/email/confirm` */
export async function confirm(ctx: PageContext): Promise<void> {
  const fields = parseBody(confirmation, await readForm(ctx))
  await submitForm(
    async () => {
      await ctx.state.context.services.confirmation.confirm(fields.token.trim())
      await answerDone(ctx, 'Address confirmed', 'Thank you. Your e-mail address is confirmed.')
    },
    problem => answerConfirm(ctx, problem),
  )
}

/** The texts of the forms that request an e-mail link, by the purpose of the link. */
const LINK_REQUESTS = {
  'password-reset': {
    action: '/account/password/forgotten',
    title: 'Forgotten your password?',
    hint: 'We send the link to set a new password there.',
    done: 'If there is an account with this address, a link to set a new password is on its way.',
  },
  'confirm-email': {
    action: '/account/email/resend',
    title: 'Send another link',
    hint: 'We send the link to confirm this address there.',
    done: 'If there is an account with this address that is not confirmed, a link is on its way.',
  },
} as const

/** `GET /account/password/forgotten` and `GET /account/email/resend` */
export function showLinkRequest(purpose: EmailLinkPurpose): PageRoute {
  return ctx => answerLinkRequest(ctx, { purpose, email: '', next: queryText(ctx, 'next') ?? '' })
}

/** `POST` to the same: the answer does not reveal whether there is such an account. */
export function requestLink(purpose: EmailLinkPurpose): PageRoute {
  return async ctx => {
    const { services } = ctx.state.context
    const { email, next } = parseBody(linkRequest, await readForm(ctx))
    await submitForm(
      async () => {
        await services.emailLinks.request({ purpose, email, back: await returnAddress(services, '') }, ctx.ip)
        await answerDone(ctx, 'Look into your mailbox', LINK_REQUESTS[purpose].done, ownPath(next, services.config))
      },
      problem => answerLinkRequest(ctx, { purpose, email, next }, problem),
    )
  }
}

/** `GET /account/password/reset` */
export async function showReset(ctx: PageContext): Promise<void> {
  await answerReset(ctx, '')
}

/** `POST /account/password/reset` */
export async function resetPassword(ctx: PageContext): Promise<void> {
  const { services } = ctx.state.context
  const fields = parseBody(reset, await readForm(ctx))
  await submitForm(
    async () => {
      const { user } = await services.accountPasswords.reset(fields.token.trim(), fields.password)
      await rememberDevice(ctx, services, user)
      await answerDone(ctx, 'New password set', 'You have been signed out everywhere. Sign in with your new password.')
    },
    problem => answerReset(ctx, fields.token, problem),
  )
}

async function answerConfirm(ctx: PageContext, problem: FormProblem | null = null): Promise<void> {
  await answerUncached(ctx, problem, site => (
    <AccountPage
      site={site}
      title="Confirm your e-mail address"
      action="/account/email/confirm"
      submit="This address is mine"
      problem={problem}
      fields={[]}
      scripts={['email-link.js']}
      otherwise={<a href={site.path('/account/email/resend')}>Send another link</a>}
    >
      <Field name="token" label="Code" hint={TOKEN_HINT} autocomplete="off" />
    </AccountPage>
  ))
}

async function answerLinkRequest(
  ctx: PageContext,
  { purpose, email, next }: { purpose: EmailLinkPurpose; email: string; next: string },
  problem: FormProblem | null = null,
): Promise<void> {
  const { title, action, hint } = LINK_REQUESTS[purpose]
  const onwards = ownPath(next, ctx.state.context.services.config)
  await answerUncached(ctx, problem, site => (
    <AccountPage
      site={site}
      title={title}
      action={action}
      submit="Send a link"
      next={onwards}
      problem={problem}
      fields={['email']}
    >
      <EmailField label="E-mail" value={email} hint={hint} problem={problem} />
      <input type="hidden" name="next" value={onwards} />
    </AccountPage>
  ))
}

async function answerReset(ctx: PageContext, enteredToken: string, problem: FormProblem | null = null): Promise<void> {
  await answerUncached(ctx, problem, site => (
    <AccountPage
      site={site}
      title="Set a new password"
      action="/account/password/reset"
      submit="Set password"
      problem={problem}
      fields={['password']}
      scripts={['email-link.js']}
      otherwise={<a href={site.path('/account/password/forgotten')}>Send another link</a>}
    >
      <Field name="token" label="Code" value={enteredToken} hint={TOKEN_HINT} autocomplete="off" />
      <AccountName />
      <NewPasswordField label="New password" problem={problem} />
    </AccountPage>
  ))
}

/** Answers with a form that browsers do not keep, because it may contain the token of an e-mail link. */
async function answerUncached(
  ctx: PageContext,
  problem: FormProblem | null,
  page: (site: Site) => VNode,
): Promise<void> {
  ctx.set('Cache-Control', 'no-store')
  await answerForm(ctx, problem, page)
}

/**
 * Answers with a page that confirms what the caller has done, and leads on to `next`. A page that a mail led to has no
 * `next`: it leads on to the sign-in window that this browser has under way.
 */
export async function answerDone(
  ctx: PageContext,
  title: string,
  lead: ComponentChildren,
  next?: string,
): Promise<void> {
  const site = await readSite(ctx.state.context)
  const home = site.path('/')
  const onwards = next ?? endOfNewestWindow(ctx, ctx.state.context.services.config) ?? home
  ctx.set('Cache-Control', 'no-store')
  answerPage(
    ctx,
    <NoticePage
      site={site}
      title={title}
      lead={lead}
      otherwise={
        site.caller ? (
          <a href={onwards}>{onwards === home ? 'To the discussions' : 'Continue'}</a>
        ) : (
          <a href={pathWithNext(site, '/sign-in', onwards)}>Sign in</a>
        )
      }
    />,
  )
}
