import type { User } from '@platform/plugin-sdk'
import { z } from 'zod'
import { parseBody, readForm } from '../../request/body.ts'
import { AccountPage } from '../components/account-page.tsx'
import { Field } from '../components/field.tsx'
import { Timestamp } from '../components/timestamp.tsx'
import { type FormProblem, submitForm } from '../form-problem.ts'
import { answerPage, type PageContext } from '../route.ts'
import { readSite } from '../site.ts'
import { answerDone } from './email-links.tsx'
import { signedIn } from './own-account.tsx'

const form = z.object({ token: z.string().max(10_000).default('') })

/** `GET /account/data`: the button that requests a link to download the personal data. */
export async function showData(ctx: PageContext): Promise<void> {
  const user = signedIn(ctx, '/account/data')
  if (user) await answerData(ctx, user)
}

/** `POST /account/data`: sends the link by mail, once in seven days. */
export async function requestData(ctx: PageContext): Promise<void> {
  const user = signedIn(ctx, '/account/data')
  if (!user) return
  const { services, address } = ctx.state.context
  await submitForm(
    async () => {
      await services.downloads.request(user, address)
      await answerDone(
        ctx,
        'Look into your mailbox',
        'We have sent you a link to download your data. It works for a day.',
      )
    },
    problem => answerData(ctx, user, problem),
  )
}

/** `GET /account/data/download`: shows a button to press, because programs that scan mails open links too. */
export async function showDownload(ctx: PageContext): Promise<void> {
  await answerDownload(ctx)
}

/** `POST /account/data/download`: the archive, for the token of a link. */
export async function download(ctx: PageContext): Promise<void> {
  const { services, user } = ctx.state.context
  await submitForm(
    async () => {
      const { token } = parseBody(form, await readForm(ctx))
      const { name, content } = await services.downloads.open(token.trim(), user)
      ctx.set('Cache-Control', 'no-store')
      ctx.attachment(name)
      ctx.type = 'application/zip'
      ctx.body = content
    },
    problem => answerDownload(ctx, problem),
  )
}

async function answerData(ctx: PageContext, user: User, problem: FormProblem | null = null): Promise<void> {
  const site = await readSite(ctx.state.context)
  const { last_download_at: last } = user
  answerPage(
    ctx,
    <AccountPage
      site={site}
      title="Download your data"
      action="/account/data"
      submit="Send a link"
      problem={problem}
      fields={[]}
      lead="We send you a link by e-mail, with which you can download everything that is stored about you."
      otherwise={<a href={site.path('/account')}>Your account</a>}
    >
      <p class="hint">
        {last ? (
          <>
            You last asked for a link at <Timestamp time={last} />. You can ask once in seven days.
          </>
        ) : (
          'You can ask once in seven days.'
        )}
      </p>
    </AccountPage>,
    problem?.status,
  )
}

async function answerDownload(ctx: PageContext, problem: FormProblem | null = null): Promise<void> {
  const site = await readSite(ctx.state.context)
  ctx.set('Cache-Control', 'no-store')
  answerPage(
    ctx,
    <AccountPage
      site={site}
      title="Download your data"
      action="/account/data/download"
      submit="Download"
      problem={problem}
      fields={[]}
      scripts={['email-link.js']}
      lead="The file is a zip archive with everything that is stored about the account."
      otherwise={<a href={site.path('/account/data')}>Send another link</a>}
    >
      <Field name="token" label="Code" hint="The part after # in the link of the mail." autocomplete="off" />
    </AccountPage>,
    problem?.status,
  )
}
