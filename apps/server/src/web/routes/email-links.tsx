import type { ComponentChildren, VNode } from 'preact'
import { z } from 'zod'
import type { EmailLinkPurpose } from '../../features/accounts/email-links.ts'
import { returnAddress } from '../../features/accounts/return-address.ts'
import { parseBody, readForm } from '../../request/body.ts'
import { rememberDevice } from '../../request/sign-in-browser.ts'
import { AccountPage } from '../components/account-page.tsx'
import { AccountName, EmailField, Field, NewPasswordField } from '../components/field.tsx'
import { NoticePage } from '../components/notice-page.tsx'
import { answerForm, type FormProblem, submitForm } from '../form-problem.ts'
import { answerPage, type PageContext, type PageRoute, queryText } from '../route.ts'
import { ownNext, pathWithNext, readSite, type Site } from '../site.ts'
import type { PageTextName } from '../texts/en.ts'
import { endOfNewestWindow } from '../window/windows-cookie.ts'

/** The most characters of the token of an e-mail link. */
const LONGEST_TOKEN = 10_000
const token = z.string().max(LONGEST_TOKEN).default('')
const text = z.string().max(2_000).default('')
const confirmation = z.object({ token })
const linkRequest = z.object({ email: text, next: text })
const reset = z.object({ token, password: text })

/** `GET /account/email/confirm`: shows a button to press, because programs that scan mails open links too. */
export async function showConfirm(ctx: PageContext): Promise<void> {
  await answerConfirm(ctx)
}

/** `POST /account/email/confirm` */
export async function confirm(ctx: PageContext): Promise<void> {
  const fields = parseBody(confirmation, await readForm(ctx))
  await submitForm(
    ctx,
    async () => {
      await ctx.state.context.services.confirmation.confirm(fields.token.trim())
      await answerDone(ctx, ({ texts }) => ({ title: texts.text('confirmed'), lead: texts.text('confirmedLead') }))
    },
    problem => answerConfirm(ctx, problem),
  )
}

/** The texts of the forms that request an e-mail link, by the purpose of the link. */
const LINK_REQUESTS = {
  'password-reset': {
    action: '/account/password/forgotten',
    title: 'forgottenPassword',
    hint: 'resetLinkHint',
    done: 'resetLinkSent',
  },
  'confirm-email': {
    action: '/account/email/resend',
    title: 'anotherLink',
    hint: 'confirmLinkHint',
    done: 'confirmLinkSent',
  },
} as const satisfies Record<
  EmailLinkPurpose,
  { readonly action: string } & Record<'title' | 'hint' | 'done', PageTextName>
>

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
      ctx,
      async () => {
        await services.emailLinks.request({ purpose, email, back: await returnAddress(services, '') }, ctx.ip)
        const page = ({ texts }: Site) => ({
          title: texts.text('lookIntoMailbox'),
          lead: texts.text(LINK_REQUESTS[purpose].done),
        })
        await answerDone(ctx, page, ownNext(ctx, next))
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
    ctx,
    async () => {
      const { user } = await services.accountPasswords.reset(fields.token.trim(), fields.password)
      await rememberDevice(ctx, services, user)
      await answerDone(ctx, ({ texts }) => ({ title: texts.text('passwordSet'), lead: texts.text('passwordSetLead') }))
    },
    problem => answerReset(ctx, fields.token, problem),
  )
}

async function answerConfirm(ctx: PageContext, problem: FormProblem | null = null): Promise<void> {
  await answerUncached(ctx, problem, site => (
    <AccountPage
      site={site}
      title={site.texts.text('confirmEmail')}
      action="/account/email/confirm"
      submit={site.texts.text('addressIsMine')}
      problem={problem}
      fields={[]}
      scripts={['email-link.js']}
      otherwise={<a href={site.path('/account/email/resend')}>{site.texts.text('anotherLink')}</a>}
    >
      <CodeField site={site} />
    </AccountPage>
  ))
}

async function answerLinkRequest(
  ctx: PageContext,
  { purpose, email, next }: { purpose: EmailLinkPurpose; email: string; next: string },
  problem: FormProblem | null = null,
): Promise<void> {
  const { title, action, hint } = LINK_REQUESTS[purpose]
  const onwards = ownNext(ctx, next)
  await answerUncached(ctx, problem, site => (
    <AccountPage
      site={site}
      title={site.texts.text(title)}
      action={action}
      submit={site.texts.text('sendALink')}
      next={onwards}
      problem={problem}
      fields={['email']}
    >
      <EmailField label={site.texts.text('email')} value={email} hint={site.texts.text(hint)} problem={problem} />
      <input type="hidden" name="next" value={onwards} />
    </AccountPage>
  ))
}

async function answerReset(ctx: PageContext, enteredToken: string, problem: FormProblem | null = null): Promise<void> {
  await answerUncached(ctx, problem, site => (
    <AccountPage
      site={site}
      title={site.texts.text('setNewPassword')}
      action="/account/password/reset"
      submit={site.texts.text('setPassword')}
      problem={problem}
      fields={['password']}
      scripts={['email-link.js']}
      otherwise={<a href={site.path('/account/password/forgotten')}>{site.texts.text('anotherLink')}</a>}
    >
      <CodeField site={site} value={enteredToken} />
      <AccountName site={site} />
      <NewPasswordField site={site} label={site.texts.text('newPassword')} problem={problem} />
    </AccountPage>
  ))
}

/** The field for the token of an e-mail link, which a script fills in, or the reader by copying it from the address. */
export function CodeField({ site: { texts }, value }: { site: Site; value?: string }) {
  return (
    <Field
      name="token"
      label={texts.text('code')}
      value={value}
      hint={texts.text('codeHint')}
      autocomplete="off"
      longest={LONGEST_TOKEN}
    />
  )
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
  page: (site: Site) => { readonly title: string; readonly lead: ComponentChildren },
  next?: string,
): Promise<void> {
  const site = await readSite(ctx)
  const { texts } = site
  const { title, lead } = page(site)
  const home = site.path('/')
  const onwards = next ?? endOfNewestWindow(ctx) ?? home
  ctx.set('Cache-Control', 'no-store')
  answerPage(
    ctx,
    <NoticePage
      site={site}
      title={title}
      lead={lead}
      otherwise={
        site.caller ? (
          <a href={onwards}>{texts.text(onwards === home ? 'toDiscussions' : 'continue')}</a>
        ) : (
          <a href={pathWithNext(site, '/sign-in', onwards)}>{texts.text('signIn')}</a>
        )
      }
    />,
  )
}
