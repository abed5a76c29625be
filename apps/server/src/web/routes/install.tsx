import { PlatformError } from '@platform/plugin-sdk'
import { z } from 'zod'
import { isSetUp, isSetUpClosed, setUp } from '../../features/setup/service.ts'
import { parseBody, readForm } from '../../request/body.ts'
import { seeOther } from '../../request/own-path.ts'
import type { RequestContext } from '../../request/state.ts'
import { AccountPage } from '../components/account-page.tsx'
import { EmailField, Field, NewPasswordField, UsernameField } from '../components/field.tsx'
import { Layout } from '../components/layout.tsx'
import { answerForm, type FormProblem, submitForm } from '../form-problem.ts'
import { answerPage, type PageContext } from '../route.ts'
import { readSite } from '../site.ts'
import { startSession } from './sign-in.tsx'

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
  if (await isSetUpClosed(ctx.state.context.services)) await answerNothingToSetUp(ctx)
  else await answerInstall(ctx, EMPTY)
}

/** `POST /admin/install`: sets the site up if the token is right, and signs the administrator in. */
export async function install(ctx: PageContext): Promise<void> {
  const { services } = ctx.state.context
  ctx.set('Cache-Control', 'no-store')
  const fields = parseBody(form, await readForm(ctx))
  if (await isSetUpClosed(services)) return answerNothingToSetUp(ctx)
  const known = await services.setupToken.matches(fields.token.trim())
  await submitForm(
    async () => {
      if (!known)
        throw new PlatformError(
          'TOKEN_INVALID',
          'This is not the token of the link that the server printed when it last started',
          { status: 401 },
        )
      await setUp(services, { settings: settingsOf(fields), user: fields })
      await startSession(ctx, fields)
      seeOther(ctx, `${services.config.mountPath}/`)
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
  const site = await readSite(ctx.state.context)
  const locked = services.config.installLock && !(await isSetUp(services))
  answerPage(
    ctx,
    <Layout site={site} title="Set-up">
      <div class="narrow">
        <h1>{locked ? 'Set-up is locked' : 'Nothing to set up'}</h1>
        <p class="lead">
          {locked ? (
            <>
              The variable PLATFORM_INSTALL_LOCK turns set-up over the web off. The operator can set the site up in a
              shell, with <code>platform setup</code>.
            </>
          ) : (
            'This site is set up already.'
          )}{' '}
          <a href={site.path('/')}>To the discussions</a>
        </p>
      </div>
    </Layout>,
  )
}

const FIELDS = Object.keys(form.shape)

async function answerInstall(
  ctx: RequestContext,
  fields: InstallForm,
  problem: FormProblem | null = null,
): Promise<void> {
  await answerForm(ctx, problem, site => (
    <AccountPage
      site={site}
      title="Set up this site"
      action="/admin/install"
      submit="Set up"
      lead="Name your site and create its first administrator. You can change everything later."
      problem={problem}
      fields={FIELDS}
      scripts={['install.js']}
    >
      <TokenField token={fields.token} problem={problem} />
      <Field
        name="organizationName"
        label="Organisation"
        value={fields.organizationName}
        hint="Optional. Every page shows it at the top."
        required={false}
        autocomplete="organization"
        problem={problem}
      />
      <EmailField
        name="organizationContactEmail"
        label="Contact e-mail"
        value={fields.organizationContactEmail}
        hint="Optional. For questions about accounts."
        required={false}
        autocomplete="email"
        problem={problem}
      />
      <Field
        name="domains"
        label="Domains of your pages"
        value={fields.domains}
        hint="For example news.example, www.news.example. Optional: without them discussions open on localhost only."
        required={false}
        autocomplete="off"
        problem={problem}
      />
      <h2>Your account</h2>
      <EmailField label="E-mail" value={fields.email} problem={problem} />
      <UsernameField value={fields.username} problem={problem} />
      <NewPasswordField label="Password" problem={problem} />
    </AccountPage>
  ))
}

/** The token is asked for only if the link that the server printed did not give it, or gave a wrong one. */
function TokenField({ token, problem }: { token: string; problem: FormProblem | null }) {
  if (token) return <input type="hidden" name="token" value={token} />
  return (
    <Field
      name="token"
      label="Set-up token"
      hint="The part after token= in the link that the server printed."
      value=""
      autocomplete="off"
      problem={problem}
    />
  )
}
