import { PlatformError } from '@platform/plugin-sdk'
import { z } from 'zod'
import { isSetUp, isSetUpClosed, setUp } from '../../features/setup/service.ts'
import { parseBody, readForm } from '../../request/body.ts'
import { seeOther } from '../../request/own-path.ts'
import type { RequestContext } from '../../request/state.ts'
import { AccountPage } from '../components/account-page.tsx'
import { Field } from '../components/field.tsx'
import { Layout } from '../components/layout.tsx'
import { type FormProblem, problemOf } from '../form-problem.ts'
import { answerPage, type PageContext } from '../route.ts'
import { readSite } from '../site.ts'
import { startSession } from './sign-in.tsx'

const text = z.string().max(2_000).default('')
const form = z.object({
  token: text,
  organizationName: text,
  organizationContactEmail: text,
  email: text,
  username: text,
  password: text,
})
type InstallForm = z.output<typeof form>

const UNTOUCHED: InstallForm = form.parse({})

/** `GET /admin/install`: the form that makes the first administrator. */
export async function showInstall(ctx: PageContext): Promise<void> {
  ctx.set('Cache-Control', 'no-store')
  if (await isSetUpClosed(ctx.state.context.services)) await answerSettled(ctx)
  else await answerInstall(ctx, UNTOUCHED)
}

/** `POST /admin/install`: sets the site up for whoever has the token, and signs the administrator in. */
export async function install(ctx: PageContext): Promise<void> {
  const { services } = ctx.state.context
  ctx.set('Cache-Control', 'no-store')
  const fields = parseBody(form, await readForm(ctx))
  if (await isSetUpClosed(services)) return answerSettled(ctx)
  const known = await services.setupToken.matches(fields.token.trim())
  try {
    if (!known)
      throw new PlatformError(
        'TOKEN_INVALID',
        'This is not the token of the link that was printed when the server last started',
        { status: 401 },
      )
    await setUp(services, { settings: settingsOf(fields), user: fields })
    await startSession(ctx, fields)
    seeOther(ctx, `${services.config.mountPath}/`)
  } catch (error) {
    await answerInstall(ctx, { ...fields, token: known ? fields.token : '' }, onForm(problemOf(error)))
  }
}

/** The form's fields are called as the settings are. */
function onForm(problem: FormProblem): FormProblem {
  const bare = (field: string) => field.replace(/^settings\./, '')
  return {
    ...problem,
    field: problem.field === null ? null : bare(problem.field),
    ...(problem.all ? { all: problem.all.map(one => ({ ...one, field: bare(one.field) })) } : {}),
  }
}

/** What was left empty stays as it is by default. */
function settingsOf({ organizationName, organizationContactEmail }: InstallForm): Record<string, string> {
  return Object.fromEntries(
    Object.entries({ organizationName, organizationContactEmail })
      .map(([name, value]) => [name, value.trim()])
      .filter(([, value]) => value),
  )
}

async function answerSettled(ctx: RequestContext): Promise<void> {
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
              PLATFORM_INSTALL_LOCK switches set-up over the web off. Whoever runs this site sets it up in a shell, by{' '}
              <code>platform setup</code>.
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

const FIELDS = ['token', 'organizationName', 'organizationContactEmail', 'email', 'username', 'password']

async function answerInstall(
  ctx: RequestContext,
  fields: InstallForm,
  problem: FormProblem | null = null,
): Promise<void> {
  const site = await readSite(ctx.state.context)
  const lead = 'Name your site and make its first administrator. Everything can be changed later.'
  answerPage(
    ctx,
    <AccountPage
      site={site}
      title="Set up this site"
      action="/admin/install"
      submit="Set up"
      lead={lead}
      problem={problem}
      fields={FIELDS}
      scripts={['install.js']}
    >
      {fields.token ? (
        <input type="hidden" name="token" value={fields.token} />
      ) : (
        <Field
          name="token"
          label="Set-up token"
          hint="The part after token= in the link that the server printed."
          value=""
          autocomplete="off"
          problem={problem}
        />
      )}
      <Field
        name="organizationName"
        label="Organisation"
        value={fields.organizationName}
        hint="Optional. It stands at the top of every page."
        required={false}
        autocomplete="organization"
        problem={problem}
      />
      <Field
        name="organizationContactEmail"
        label="Contact e-mail"
        type="email"
        value={fields.organizationContactEmail}
        hint="Optional. For questions about accounts."
        required={false}
        autocomplete="email"
        problem={problem}
      />
      <h2>Your account</h2>
      <Field name="email" label="E-mail" type="email" value={fields.email} autocomplete="username" problem={problem} />
      <Field
        name="username"
        label="Username"
        value={fields.username}
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
    </AccountPage>,
    problem?.status ?? 200,
  )
}
