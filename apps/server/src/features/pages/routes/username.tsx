import type { UsernameStatus } from '@platform/plugin-sdk'
import { z } from 'zod'
import { parseBody, readForm } from '../../../http/body.ts'
import { AccountPage } from '../components/account-page.tsx'
import { Field } from '../components/field.tsx'
import { problemOf, type FormProblem } from '../form-problem.ts'
import { ownPath, seeOther } from '../own-path.ts'
import { answerPage, queryText, type PageContext } from '../route.ts'
import { readSite } from '../site.ts'
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
  if (user) await answerUsername(ctx, { username: user.username, next: queryText(ctx, 'next') ?? '' })
}

/** `POST /account/username`: chosen for the first time, changed once in 14 days, or instead of one that was rejected. */
export async function chooseUsername(ctx: PageContext): Promise<void> {
  const user = signedIn(ctx, '/account/username')
  if (!user) return
  const fields = parseBody(form, await readForm(ctx))
  try {
    const { User } = ctx.state.context.mutators
    await (user.status.username.status === 'REJECTED' ? User.changeUsername : User.setUsername)(user.id, fields.username)
    seeOther(ctx, fields.next)
  } catch (error) {
    await answerUsername(ctx, fields, problemOf(error))
  }
}

async function answerUsername(ctx: PageContext, { username, next }: { username: string; next: string }, problem: FormProblem | null = null): Promise<void> {
  const { context } = ctx.state
  const site = await readSite(context)
  answerPage(ctx, (
    <AccountPage site={site} title="Choose a username" action="/account/username" submit="Use this name" problem={problem} fields={['username']}
      lead={LEADS[context.user?.status.username.status ?? 'SET'] ?? 'It can be changed once in 14 days.'}>
      <Field name="username" label="Username" value={username} hint="Letters, digits and underscores. Everybody sees it." autocomplete="username" problem={problem} />
      <input type="hidden" name="next" value={ownPath(next, context.platform.config)} />
    </AccountPage>
  ), problem?.status ?? 200)
}
