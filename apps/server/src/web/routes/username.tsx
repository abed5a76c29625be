import { usernameSettableFrom } from '@platform/auth'
import type { User, UsernameStatus } from '@platform/plugin-sdk'
import { z } from 'zod'
import { parseBody, readForm } from '../../request/body.ts'
import { seeOther } from '../../request/own-path.ts'
import { AccountPage, ToAccount } from '../components/account-page.tsx'
import { UsernameField } from '../components/field.tsx'
import { NoticePage } from '../components/notice-page.tsx'
import { LOCAL_TIMES, Timestamp } from '../components/timestamp.tsx'
import { answerForm, type FormProblem, submitForm } from '../form-problem.ts'
import { answerPage, type PageContext, queryText } from '../route.ts'
import { ownNext, pagePath, readSite } from '../site.ts'
import type { PageTextName } from '../texts/en.ts'
import { signedIn } from './own-account.tsx'

const text = z.string().max(2_000).default('')
const form = z.object({ username: text, next: text })

const LEADS: Readonly<Partial<Record<UsernameStatus, PageTextName>>> = {
  UNSET: 'usernameFirst',
  REJECTED: 'usernameRejected',
  CHANGED: 'usernameWaits',
}

/** `GET /account/username`: for users of a provider, which gives no username, and after a username was rejected. */
export async function showUsername(ctx: PageContext): Promise<void> {
  const user = signedIn(ctx, '/account/username')
  if (user)
    await answerUsername(ctx, {
      username: user.username,
      next: queryText(ctx, 'next') ?? pagePath(ctx, '/account', { done: 'username' }),
    })
}

/** `POST /account/username`: sets the first username, changes it once in 14 days, or replaces a rejected one. */
export async function chooseUsername(ctx: PageContext): Promise<void> {
  const user = signedIn(ctx, '/account/username')
  if (!user) return
  const fields = parseBody(form, await readForm(ctx))
  await submitForm(
    ctx,
    async () => {
      const { changeUsername, setUsername } = ctx.state.context.mutators.User
      const change = user.status.username.status === 'REJECTED' ? changeUsername : setUsername
      await change(user.id, fields.username)
      seeOther(ctx, fields.next)
    },
    problem => answerUsername(ctx, fields, problem),
  )
}

async function answerUsername(
  ctx: PageContext,
  { username, next }: { username: string; next: string },
  problem: FormProblem | null = null,
): Promise<void> {
  const { context } = ctx.state
  const { user } = context
  const lead = LEADS[user?.status.username.status ?? 'SET'] ?? 'usernameOnce'
  if (user && !problem && !context.can('SET_USERNAME') && !context.can('CHANGE_USERNAME')) return answerFixed(ctx, user)
  await answerForm(ctx, problem, site => (
    <AccountPage
      site={site}
      title={site.texts.text('chooseUsername')}
      action="/account/username"
      submit={site.texts.text('useName')}
      problem={problem}
      fields={['username']}
      next={ownNext(ctx, next)}
      lead={site.texts.text(lead)}
      otherwise={<ToAccount site={site} />}
    >
      <UsernameField site={site} value={username} hint={site.texts.text('usernamePublic')} problem={problem} />
      <input type="hidden" name="next" value={ownNext(ctx, next)} />
    </AccountPage>
  ))
}

/** Says why a user can't change the username now, and from when on they can. */
async function answerFixed(ctx: PageContext, user: User): Promise<void> {
  const site = await readSite(ctx)
  const { texts } = site
  const from = usernameSettableFrom(user)
  const lead = LEADS[user.status.username.status]
  const later = from && from > ctx.state.context.services.clock.now() ? from : null
  answerPage(
    ctx,
    <NoticePage
      site={site}
      title={texts.text('yourUsername')}
      scripts={[LOCAL_TIMES]}
      otherwise={<ToAccount site={site} />}
      lead={
        <>
          {texts.parts('usernameIs', { name: <bdi>{user.username}</bdi> })}{' '}
          {later !== null && lead === undefined
            ? texts.parts('usernameAgain', { time: <Timestamp site={site} time={later} /> })
            : texts.text(lead ?? 'usernameFixed')}
        </>
      }
    />,
  )
}
