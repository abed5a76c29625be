import { NotFoundError } from '@platform/plugin-sdk'
import { z } from 'zod'
import { register as createAccount, type Registered } from '../../features/users/register.ts'
import { parseBody, readForm } from '../../request/body.ts'
import { seeOther } from '../../request/own-path.ts'
import type { RequestContext } from '../../request/state.ts'
import { AccountPage } from '../components/account-page.tsx'
import { EmailField, NewPasswordField, UsernameField } from '../components/field.tsx'
import { offeredProviders } from '../components/provider-buttons.tsx'
import { pageWithNotice } from '../components/registered-notice.tsx'
import { answerForm, type FormProblem, submitForm } from '../form-problem.ts'
import { type PageContext, queryText } from '../route.ts'
import { ownNext, pagePath, pathWithNext, type Site } from '../site.ts'
import type { PageTextName } from '../texts/en.ts'
import { answerDone } from './email-links.tsx'
import { startFirstSession } from './sign-in.tsx'

const text = z.string().max(2_000).default('')
const form = z.object({ email: text, username: text, password: text, next: text })

/** `GET /register`: the page to sign in has every other way, where accounts with an e-mail address are not offered. */
export async function showRegister(ctx: PageContext): Promise<void> {
  const next = queryText(ctx, 'next') ?? ''
  if (isOffered(ctx)) await answerRegister(ctx, { email: '', username: '', next })
  else seeOther(ctx, pagePath(ctx, '/sign-in', next === '' ? {} : { next }))
}

const isOffered = (ctx: RequestContext) => ctx.state.context.services.streamBuild.offers.includes('emailAccounts')

/** `POST /register`: creates an account and signs its user in. */
export async function register(ctx: PageContext): Promise<void> {
  if (!isOffered(ctx)) throw new NotFoundError('The page')
  const { services } = ctx.state.context
  const fields = parseBody(form, await readForm(ctx))
  await submitForm(
    ctx,
    async () => {
      const { email, username, password } = fields
      const { user, mail } = await createAccount(services, { email, username, password }, ctx.ip)
      if ((await services.settings.load()).requireEmailConfirmation)
        return answerUnconfirmed(ctx, mail, ownNext(ctx, fields.next))
      await startFirstSession(ctx, user)
      seeOther(ctx, pageWithNotice(ownNext(ctx, fields.next), mail))
    },
    problem => answerRegister(ctx, fields, problem),
  )
}

/** The account exists, but its user has to confirm the e-mail address before signing in. */
async function answerUnconfirmed(ctx: PageContext, mail: Registered['mail'], next: string): Promise<void> {
  const page = (site: Site) => {
    const { texts } = site
    const another = pathWithNext(site, '/account/email/resend', next)
    const sent = mail === 'sent'
    const link = <a href={another}>{texts.text(sent ? 'sendAnotherLink' : 'sendLink')}</a>
    return {
      title: texts.text(sent ? 'lookIntoMailbox' : 'accountCreatedTitle'),
      lead: texts.parts(UNCONFIRMED[mail], { link }),
    }
  }
  await answerDone(ctx, page, next)
}

const UNCONFIRMED = {
  off: 'unconfirmedOff',
  limited: 'unconfirmedLimited',
  sent: 'unconfirmedSent',
} as const satisfies Record<Registered['mail'], PageTextName>

async function answerRegister(
  ctx: RequestContext,
  { email, username, next }: { email: string; username: string; next: string },
  problem: FormProblem | null = null,
): Promise<void> {
  const onwards = ownNext(ctx, next)
  await answerForm(ctx, problem, site => {
    const { isEmpty: _, ...ofPlugins } = offeredProviders(ctx, { site, next: onwards, slot: 'authExternalSignUp' })
    return (
      <AccountPage
        site={site}
        title={site.texts.text('register')}
        action="/register"
        submit={site.texts.text('register')}
        next={onwards}
        problem={problem}
        {...ofPlugins}
        fields={['email', 'username', 'password']}
        otherwise={
          <>
            {site.texts.text('haveAccount')}{' '}
            <a href={site.path('/sign-in', { next: onwards })}>{site.texts.text('signIn')}</a>
          </>
        }
      >
        <EmailField
          label={site.texts.text('email')}
          value={email}
          hint={site.texts.text('emailPrivate')}
          problem={problem}
        />
        <UsernameField site={site} value={username} problem={problem} />
        <NewPasswordField site={site} label={site.texts.text('password')} problem={problem} />
        {ofPlugins.islands.place('talkPluginAuth.formField')}
        <input type="hidden" name="next" value={onwards} />
      </AccountPage>
    )
  })
}
