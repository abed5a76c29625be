import { usernameSettableFrom } from '@platform/auth'
import type { User, UsernameStatus } from '@platform/plugin-sdk'
import { z } from 'zod'
import { parseBody, readForm } from '../../request/body.ts'
import { ownPath, seeOther } from '../../request/own-path.ts'
import { AccountPage } from '../components/account-page.tsx'
import { UsernameField } from '../components/field.tsx'
import { NoticePage } from '../components/notice-page.tsx'
import { Timestamp } from '../components/timestamp.tsx'
import { answerForm, type FormProblem, submitForm } from '../form-problem.ts'
import { answerPage, type PageContext, queryText } from '../route.ts'
import { readSite } from '../site.ts'
import { signedIn } from './own-account.tsx'

const text = z.string().max(2_000).default('')
const form = z.object({ username: text, next: text })

const LEADS: Readonly<Partial<Record<UsernameStatus, string>>> = {
  UNSET: 'You can write comments as soon as you have a username.',
  REJECTED: 'The moderators ask you to choose another username. You can write again when they have approved it.',
  CHANGED: 'The moderators will review the username that you chose. You can write again when they have approved it.',
}

/** `GET /account/username`: for users of a provider, which gives no username, and after a username was rejected. */
export async function showUsername(ctx: PageContext): Promise<void> {
  const user = signedIn(ctx, '/account/username')
  if (user)
    await answerUsername(ctx, {
      username: user.username,
      next: queryText(ctx, 'next') ?? `${ctx.state.context.services.config.mountPath}/account?done=username`,
    })
}

/** `POST /account/username`: sets the first username, changes it once in 14 days, or replaces a rejected one. */
export async function chooseUsername(ctx: PageContext): Promise<void> {
  const user = signedIn(ctx, '/account/username')
  if (!user) return
  const fields = parseBody(form, await readForm(ctx))
  await submitForm(
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
  const lead = LEADS[user?.status.username.status ?? 'SET'] ?? 'You can change your username once in 14 days.'
  if (user && !problem && !context.can('SET_USERNAME') && !context.can('CHANGE_USERNAME')) return answerFixed(ctx, user)
  await answerForm(ctx, problem, site => (
    <AccountPage
      site={site}
      title="Choose a username"
      action="/account/username"
      submit="Use this name"
      problem={problem}
      fields={['username']}
      next={ownPath(next, context.services.config)}
      lead={lead}
      otherwise={<a href={site.path('/account')}>Your account</a>}
    >
      <UsernameField value={username} hint="Letters, digits and underscores. All readers see it." problem={problem} />
      <input type="hidden" name="next" value={ownPath(next, context.services.config)} />
    </AccountPage>
  ))
}

/** Says why a user can't change the username now, and from when on they can. */
async function answerFixed(ctx: PageContext, user: User): Promise<void> {
  const site = await readSite(ctx.state.context)
  const from = usernameSettableFrom(user)
  const lead = LEADS[user.status.username.status]
  answerPage(
    ctx,
    <NoticePage
      site={site}
      title="Your username"
      otherwise={<a href={site.path('/account')}>Your account</a>}
      lead={
        <>
          Your username is <bdi>{user.username}</bdi>.{' '}
          {lead ??
            (from && from > ctx.state.context.services.clock.now() ? (
              <>
                You can change your username once in 14 days: again from <Timestamp time={from} /> on.
              </>
            ) : (
              'You can’t change your username now.'
            ))}
        </>
      }
    />,
  )
}
