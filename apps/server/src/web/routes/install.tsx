import { PlatformError } from '@platform/plugin-sdk'
import { z } from 'zod'
import { isSetUp, isWebSetUpClosed, setUp } from '../../features/setup/service.ts'
import { parseBody, readForm } from '../../request/body.ts'
import { seeOther } from '../../request/own-path.ts'
import type { RequestContext } from '../../request/state.ts'
import { AccountPage } from '../components/account-page.tsx'
import { EmailField, Field, NewPasswordField, UsernameField } from '../components/field.tsx'
import { Layout } from '../components/layout.tsx'
import { answerForm, type FormProblem, submitForm } from '../form-problem.ts'
import { answerPage, type PageContext } from '../route.ts'
import { pagePath, readSite, type Site } from '../site.ts'
import { startFirstSession } from './sign-in.tsx'

const text = z.string().max(2_000).default('')
const form = z.object({
  token: text,
  organizationName: text,
  organizationContactEmail: text,
  domains: text,
  email: text,
  username: text,
  password: text,
})
type InstallForm = z.output<typeof form>

const EMPTY: InstallForm = form.parse({})

/** `GET /admin/install`: the form that creates the first administrator. */
export async function showInstall(ctx: PageContext): Promise<void> {
  ctx.set('Cache-Control', 'no-store')
  if (await isWebSetUpClosed(ctx.state.context.services)) await answerNothingToSetUp(ctx)
  else await answerInstall(ctx, EMPTY)
}

/** `POST /admin/install`: sets the site up if the token is right, and signs the administrator in. */
export async function install(ctx: PageContext): Promise<void> {
  const { services } = ctx.state.context
  ctx.set('Cache-Control', 'no-store')
  const fields = parseBody(form, await readForm(ctx))
  if (await isWebSetUpClosed(services)) return answerNothingToSetUp(ctx)
  const known = await services.setupToken.matches(fields.token.trim())
  await submitForm(
    ctx,
    async () => {
      if (!known)
        throw new PlatformError(
          'TOKEN_INVALID',
          'This is not the token of the link that the server printed when it last started',
          { status: 401 },
        )
      const administrator = await setUp(services, { settings: settingsOf(fields), user: fields })
      await startFirstSession(ctx, administrator)
      // The set-up goes on in the admin panel.
      seeOther(ctx, pagePath(ctx, '/admin/setup'))
    },
    problem => answerInstall(ctx, { ...fields, token: known ? fields.token : '' }, withFormFields(problem)),
  )
}

/** Names the form's fields, which are called like the settings, instead of the input's. */
function withFormFields(problem: FormProblem): FormProblem {
  const bare = (field: string) => field.replace(/^settings\./, '').replace(/^domains\..*/, 'domains')
  return {
    ...problem,
    field: problem.field === null ? null : bare(problem.field),
    ...(problem.all ? { all: problem.all.map(one => ({ ...one, field: bare(one.field) })) } : {}),
  }
}

/** The settings of the form. A field that was left empty keeps its default. */
function settingsOf({ organizationName, organizationContactEmail, domains }: InstallForm): Record<string, unknown> {
  const whitelist = domains.split(/[\s,;]+/).filter(Boolean)
  return {
    ...Object.fromEntries(
      Object.entries({ organizationName, organizationContactEmail })
        .map(([name, value]) => [name, value.trim()])
        .filter(([, value]) => value),
    ),
    ...(whitelist.length > 0 ? { domains: { whitelist } } : {}),
  }
}

async function answerNothingToSetUp(ctx: RequestContext): Promise<void> {
  const { services } = ctx.state.context
  const site = await readSite(ctx)
  const { texts } = site
  const locked = services.config.installLock && !(await isSetUp(services))
  answerPage(
    ctx,
    <Layout site={site} title={texts.text('setUpTitle')}>
      <div class="narrow">
        <h1>{texts.text(locked ? 'setUpLocked' : 'nothingToSetUp')}</h1>
        <p class="lead">
          {locked
            ? texts.parts('setUpLockedLead', { variable: 'PLATFORM_INSTALL_LOCK', command: <code>{COMMAND}</code> })
            : texts.text('isSetUp')}{' '}
          <a href={site.path('/')}>{texts.text('toDiscussions')}</a>
        </p>
      </div>
    </Layout>,
  )
}

const COMMAND = 'platform setup'
const FIELDS = Object.keys(form.shape)

async function answerInstall(
  ctx: RequestContext,
  fields: InstallForm,
  problem: FormProblem | null = null,
): Promise<void> {
  await answerForm(ctx, problem, site => (
    <AccountPage
      site={site}
      title={site.texts.text('setUpSite')}
      action="/admin/install"
      submit={site.texts.text('setUp')}
      lead={site.texts.text('setUpLead')}
      problem={problem}
      fields={FIELDS}
      scripts={['install.js']}
    >
      <TokenField site={site} token={fields.token} problem={problem} />
      <SettingsFields site={site} fields={fields} problem={problem} />
      <h2>{site.texts.text('yourAccount')}</h2>
      <EmailField label={site.texts.text('email')} value={fields.email} problem={problem} />
      <UsernameField site={site} value={fields.username} problem={problem} />
      <NewPasswordField site={site} label={site.texts.text('password')} problem={problem} />
    </AccountPage>
  ))
}

interface SettingsFieldsProps {
  readonly site: Site
  readonly fields: InstallForm
  readonly problem: FormProblem | null
}

/** The fields for the settings of the site. */
function SettingsFields({ site: { texts }, fields, problem }: SettingsFieldsProps) {
  return (
    <>
      <Field
        name="organizationName"
        label={texts.text('organisation')}
        value={fields.organizationName}
        hint={texts.text('organisationHint')}
        required={false}
        autocomplete="organization"
        problem={problem}
      />
      <EmailField
        name="organizationContactEmail"
        label={texts.text('contact')}
        value={fields.organizationContactEmail}
        hint={texts.text('contactHint')}
        required={false}
        autocomplete="email"
        problem={problem}
      />
      <Field
        name="domains"
        label={texts.text('domains')}
        value={fields.domains}
        hint={texts.text('domainsHint')}
        required={false}
        autocomplete="off"
        problem={problem}
      />
    </>
  )
}

interface TokenFieldProps {
  readonly site: Site
  readonly token: string
  readonly problem: FormProblem | null
}

/** The token is asked for only if the link that the server printed did not give it, or gave a wrong one. */
function TokenField({ site: { texts }, token, problem }: TokenFieldProps) {
  if (token) return <input type="hidden" name="token" value={token} />
  return (
    <Field
      name="token"
      label={texts.text('setUpToken')}
      hint={texts.text('setUpTokenHint')}
      value=""
      autocomplete="off"
      problem={problem}
    />
  )
}
