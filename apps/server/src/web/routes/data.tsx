import type { User } from '@platform/plugin-sdk'
import { z } from 'zod'
import { parseBody, readForm } from '../../request/body.ts'
import { AccountPage, ToAccount } from '../components/account-page.tsx'
import { LOCAL_TIMES, Timestamp } from '../components/timestamp.tsx'
import { type FormProblem, submitForm } from '../form-problem.ts'
import { answerPage, type PageContext } from '../route.ts'
import { readSite } from '../site.ts'
import { answerDone, CodeField } from './email-links.tsx'
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
    ctx,
    async () => {
      await services.downloads.request(user, address)
      await answerDone(ctx, ({ texts }) => ({ title: texts.text('lookIntoMailbox'), lead: texts.text('dataSent') }))
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
    ctx,
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
  const site = await readSite(ctx)
  const { texts } = site
  const { last_download_at: last } = user
  answerPage(
    ctx,
    <AccountPage
      site={site}
      title={texts.text('downloadData')}
      action="/account/data"
      scripts={[LOCAL_TIMES]}
      submit={texts.text('sendALink')}
      problem={problem}
      fields={[]}
      lead={texts.text('dataLead')}
      otherwise={<ToAccount site={site} />}
    >
      <p class="hint">
        {last ? texts.parts('dataAskedAt', { time: <Timestamp site={site} time={last} /> }) : texts.text('dataOnce')}
      </p>
    </AccountPage>,
    problem?.status,
  )
}

async function answerDownload(ctx: PageContext, problem: FormProblem | null = null): Promise<void> {
  const site = await readSite(ctx)
  const { texts } = site
  ctx.set('Cache-Control', 'no-store')
  answerPage(
    ctx,
    <AccountPage
      site={site}
      title={texts.text('downloadData')}
      action="/account/data/download"
      submit={texts.text('download')}
      problem={problem}
      fields={[]}
      scripts={['email-link.js']}
      lead={texts.text('archiveLead')}
      otherwise={<a href={site.path('/account/data')}>{texts.text('anotherLink')}</a>}
    >
      <CodeField site={site} />
    </AccountPage>,
    problem?.status,
  )
}
