import { usernameSettableFrom } from '@platform/auth'
import type { User, UsernameStatus } from '@platform/plugin-sdk'
import { z } from 'zod'
import { parseBody, readForm } from '../../request/body.ts'
import { ownPath, seeOther } from '../../request/own-path.ts'
import { AccountPage } from '../components/account-page.tsx'
import { Field } from '../components/field.tsx'
import { Layout } from '../components/layout.tsx'
import { Timestamp } from '../components/timestamp.tsx'
import { type FormProblem, problemOf } from '../form-problem.ts'
import { answerPage, type PageContext, queryText } from '../route.ts'
import { readSite, type Site } from '../site.ts'
import { signedIn } from './own-account.tsx'

const text = z.string().max(2_000).default('')
const form = z.object({ username: text, next: text })

const LEADS: Readonly<Partial<Record<UsernameStatus, string>>> = {
  UNSET: 'You can take part as soon as you have one.',
  REJECTED: 'The moderators ask you to choose another one. You can write again once they have seen it.',
  CHANGED: 'The moderators will look at the one you chose. You can write again then.',
}

/** `GET /account/username`: for whoever came from a provider, which gives no username, or had theirs rejected. */
export async function showUsername(ctx: PageContext): Promise<void> {
  const user = signedIn(ctx, '/account/username')
  if (user)
    await answerUsername(ctx, {
      username: user.username,
      next: queryText(ctx, 'next') ?? `${ctx.state.context.services.config.mountPath}/account?done=username`,
    })
}

/** `POST /account/username`: chosen for the first time, changed once in 14 days, or instead of one that was rejected. */
export async function chooseUsername(ctx: PageContext): Promise<void> {
  const user = signedIn(ctx, '/account/username')
  if (!user) return
  const fields = parseBody(form, await readForm(ctx))
  try {
    const { User } = ctx.state.context.mutators
    await (user.status.username.status === 'REJECTED' ? User.changeUsername : User.setUsername)(
      user.id,
      fields.username,
    )
    seeOther(ctx, fields.next)
  } catch (error) {
    await answerUsername(ctx, fields, problemOf(error))
  }
}

async function answerUsername(
  ctx: PageContext,
  { username, next }: { username: string; next: string },
  problem: FormProblem | null = null,
): Promise<void> {
  const { context } = ctx.state
  const site = await readSite(context)
  const { user } = context
  const lead = LEADS[user?.status.username.status ?? 'SET'] ?? 'It can be changed once in 14 days.'
  if (user && !problem && !context.can('SET_USERNAME') && !context.can('CHANGE_USERNAME'))
    return answerFixed(ctx, user, site)
  answerPage(
    ctx,
    <AccountPage
      site={site}
      title="Choose a username"
      action="/account/username"
      submit="Use this name"
      problem={problem}
      fields={['username']}
      lead={lead}
      otherwise={<a href={site.path('/account')}>Your account</a>}
    >
      <Field
        name="username"
        label="Username"
        value={username}
        hint="Letters, digits and underscores. Everybody sees it."
        autocomplete="nickname"
        problem={problem}
      />
      <input type="hidden" name="next" value={ownPath(next, context.services.config)} />
    </AccountPage>,
    problem?.status ?? 200,
  )
}

/** For whoever can't change it now: why, and from when on they can. */
function answerFixed(ctx: PageContext, user: User, site: Site): void {
  const from = usernameSettableFrom(user)
  const waits = LEADS[user.status.username.status]
  answerPage(
    ctx,
    <Layout site={site} title="Your username">
      <div class="narrow">
        <h1>Your username</h1>
        <p class="lead">
          You are called <bdi>{user.username}</bdi>.{' '}
          {waits ??
            (from && from > ctx.state.context.services.clock.now() ? (
              <>
                It can be changed once in 14 days: from <Timestamp time={from} /> on.
              </>
            ) : (
              'It can not be changed now.'
            ))}
        </p>
        <p class="otherwise">
          <a href={site.path('/account')}>Your account</a>
        </p>
      </div>
    </Layout>,
  )
}
