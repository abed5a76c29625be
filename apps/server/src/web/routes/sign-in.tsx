import type { User } from '@platform/plugin-sdk'
import { z } from 'zod'
import { endSession } from '../../features/sessions/routes.ts'
import { signIn } from '../../features/users/sign-in.ts'
import { parseBody, readForm } from '../../request/body.ts'
import { seeOther } from '../../request/own-path.ts'
import { deviceToken, signInBrowser } from '../../request/sign-in-browser.ts'
import type { RequestContext } from '../../request/state.ts'
import { allowWidget, CAPTCHA_FIELDS, type CaptchaWidget, captchaWidget } from '../captcha.ts'
import { AccountPage } from '../components/account-page.tsx'
import { AnotherLink } from '../components/another-link.tsx'
import { EmailField, Field } from '../components/field.tsx'
import { leadsToAdmin, offeredProviders } from '../components/provider-buttons.tsx'
import { answerForm, type FormProblem, submitForm } from '../form-problem.ts'
import { type PageContext, queryText } from '../route.ts'
import { ownNext, pathWithNext, type Site } from '../site.ts'

const text = z.string().max(2_000).default('')
/** The answer of a captcha service's widget. */
const answer = z.string().max(8_192).default('')
const form = z.object({
  email: text,
  password: text,
  next: text,
  'g-recaptcha-response': answer,
  'h-captcha-response': answer,
  'cf-turnstile-response': answer,
})

/** `GET /sign-in` */
export async function showSignIn(ctx: PageContext): Promise<void> {
  await answerSignIn(ctx, { email: '', next: queryText(ctx, 'next') ?? '' })
}

/** `POST /sign-in`: sets the session's cookie, and leads back to the page that the user came from. */
export async function signInByForm(ctx: PageContext): Promise<void> {
  const fields = parseBody(form, await readForm(ctx))
  await submitForm(
    ctx,
    async () => {
      await startSession(ctx, { ...fields, captchaResponse: CAPTCHA_FIELDS.map(name => fields[name]).find(Boolean) })
      seeOther(ctx, ownNext(ctx, fields.next))
    },
    problem => answerSignIn(ctx, fields, problem),
  )
}

const signOutForm = z.object({ next: text.catch('') })

/** `POST /sign-out`: ends the session, deletes its cookie, and leads back to the page that the user came from. */
export async function signOut(ctx: PageContext): Promise<void> {
  const isForm = ctx.is('application/x-www-form-urlencoded')
  const { next } = parseBody(signOutForm, isForm ? await readForm(ctx) : {})
  await endSession(ctx)
  seeOther(ctx, ownNext(ctx, next))
}

/** Signs a user in by e-mail address and password, in the browser of the request. @throws NotAuthorizedError */
async function startSession(
  ctx: RequestContext,
  credentials: { email: string; password: string; captchaResponse: string | undefined },
): Promise<void> {
  const { services } = ctx.state.context
  await signInBrowser(
    ctx,
    services,
    await signIn(services, { ...credentials, address: ctx.ip, device: deviceToken(ctx, services.config) }),
  )
}

/** Signs a user in whose account was made a moment ago. No password is checked, so no limit of sign-ins applies. */
export async function startFirstSession(ctx: RequestContext, user: User): Promise<void> {
  const { services } = ctx.state.context
  const { token } = await services.sessions.begin(user)
  await signInBrowser(ctx, services, { user, token })
}

async function answerSignIn(
  ctx: RequestContext,
  { email, next }: { email: string; next: string },
  problem: FormProblem | null = null,
): Promise<void> {
  const { config, mail } = ctx.state.context.services
  const onwards = ownNext(ctx, next)
  const widget = problem?.captcha ? captchaWidget(config) : null
  if (widget) allowWidget(ctx, widget)
  const unconfirmed = problem?.code === 'EMAIL_NOT_VERIFIED'
  await answerForm(ctx, problem, site => {
    const { isEmpty, ...ofPlugins } = offeredProviders(ctx, { site, next: onwards, slot: 'authExternalSignIn' })
    // Without the plugin for such accounts administrators sign in nevertheless.
    const hasForm = site.offers.includes('emailAccounts') || leadsToAdmin(site, onwards)
    return (
      <AccountPage
        site={site}
        title={site.texts.text('signIn')}
        action="/sign-in"
        submit={site.texts.text('signIn')}
        next={onwards}
        problem={problem}
        {...ofPlugins}
        hasForm={hasForm}
        lead={!hasForm && isEmpty && site.texts.text('noSignIn')}
        fields={['email', 'password']}
        otherwise={hasForm ? <OtherWays site={site} next={onwards} /> : <a href={onwards}>{site.texts.text('back')}</a>}
        after={unconfirmed && <AnotherLink site={site} email={email} next={onwards} sendsMail={mail.works} />}
      >
        <EmailField label={site.texts.text('email')} value={email} problem={problem} />
        <Field
          name="password"
          label={site.texts.text('password')}
          type="password"
          autocomplete="current-password"
          problem={problem}
        />
        {widget && <Captcha site={site} widget={widget} />}
        <input type="hidden" name="next" value={onwards} />
      </AccountPage>
    )
  })
}

/** The ways on for readers who can't sign in yet. */
function OtherWays({ site, next }: { site: Site; next: string }) {
  const { offers, texts } = site
  return (
    <>
      {offers.includes('emailAccounts') && (
        <>
          {texts.text('newHere')} <a href={site.path('/register', { next })}>{texts.text('register')}</a>.{' '}
        </>
      )}
      <a href={pathWithNext(site, '/account/password/forgotten', next)}>{texts.text('forgottenPassword')}</a>
    </>
  )
}

/** The captcha of the form, which the script of its service draws. */
function Captcha({ site: { texts }, widget: { className, siteKey, script } }: { site: Site; widget: CaptchaWidget }) {
  return (
    <div class="field">
      <p class="hint" id="captcha-hint">
        {texts.text('captchaHint')}
      </p>
      <div class={`captcha ${className}`} data-sitekey={siteKey} aria-describedby="captcha-hint" />
      <noscript>
        <p class="hint">{texts.text('captchaScript', { host: new URL(script).host })}</p>
      </noscript>
      <script src={script} async defer />
    </div>
  )
}
