import type { User } from '@platform/plugin-sdk'
import { z } from 'zod'
import { localProfile } from '../../features/accounts/profile.ts'
import { refusedField } from '../../input/invalid-input.ts'
import { parseBody, readForm } from '../../request/body.ts'
import { seeOther } from '../../request/own-path.ts'
import { AccountPage } from '../components/account-page.tsx'
import { AccountName, CurrentPasswordField, Field } from '../components/field.tsx'
import { Timestamp } from '../components/timestamp.tsx'
import { answerForm, type FormProblem, submitForm } from '../form-problem.ts'
import type { PageContext } from '../route.ts'
import type { Site } from '../site.ts'
import { signedIn } from './own-account.tsx'

const text = z.string().max(2_000).default('')
const form = z.object({ decision: z.enum(['leave', 'stay']), oldPassword: text, username: text })

/** `GET /account/deletion`: the mail about the deletion links to this page. */
export async function showDeletion(ctx: PageContext): Promise<void> {
  const user = signedIn(ctx, '/account/deletion')
  if (user) await answerDeletion(ctx, user)
}

/**
 * `POST /account/deletion`: requests the deletion, or cancels it. A request needs the password of the account, or its
 * username if it has no password.
 */
export async function decideDeletion(ctx: PageContext): Promise<void> {
  const user = signedIn(ctx, '/account/deletion')
  if (!user) return
  const { services, mutators } = ctx.state.context
  await submitForm(
    async () => {
      const { decision, oldPassword, username } = parseBody(form, await readForm(ctx))
      if (decision === 'leave') {
        if (await services.accountPasswords.has(user)) await services.accountPasswords.verify(user, oldPassword)
        else if (username.trim() !== user.username) throw refusedField('username', 'write your username as it is')
        await mutators.User.requestDeletion()
      } else await mutators.User.cancelDeletion()
      seeOther(ctx, `${services.config.mountPath}/account${decision === 'leave' ? '/deletion' : '?done=stay'}`)
    },
    problem => answerDeletion(ctx, user, problem),
  )
}

async function answerDeletion(ctx: PageContext, user: User, problem: FormProblem | null = null): Promise<void> {
  const hasPassword = await ctx.state.context.services.accountPasswords.has(user)
  await answerForm(ctx, problem, site =>
    user.deletion_at
      ? cancellation(site, user.deletion_at, problem)
      : deletionRequest(site, user, { problem, hasPassword }),
  )
}

function cancellation(site: Site, deletionAt: Date, problem: FormProblem | null) {
  return (
    <AccountPage
      site={site}
      title="Your account will be deleted"
      action="/account/deletion"
      submit="Keep my account"
      problem={problem}
      fields={[]}
      lead={
        <>
          At your request, your account and everything you wrote will be deleted at <Timestamp time={deletionAt} />.
        </>
      }
    >
      <input type="hidden" name="decision" value="stay" />
    </AccountPage>
  )
}

function deletionRequest(
  site: Site,
  user: User,
  { problem, hasPassword }: { problem: FormProblem | null; hasPassword: boolean },
) {
  return (
    <AccountPage
      site={site}
      title="Delete your account"
      action="/account/deletion"
      submit="Delete my account"
      grave
      problem={problem}
      fields={['oldPassword', 'username']}
      otherwise={<a href={site.path('/account')}>Your account</a>}
      lead="Your account and everything you wrote will be deleted in 24 hours. Until then you can change your mind."
    >
      <input type="hidden" name="decision" value="leave" />
      {hasPassword ? (
        <>
          <AccountName address={localProfile(user)?.id} />
          <CurrentPasswordField label="Password" problem={problem} />
        </>
      ) : (
        <Field
          name="username"
          label="Your username"
          hint={`Write ${user.username} to confirm the deletion.`}
          autocomplete="off"
          problem={problem}
        />
      )}
    </AccountPage>
  )
}
