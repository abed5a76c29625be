import type { User } from '@platform/plugin-sdk'
import { z } from 'zod'
import { justSignedIn } from '../../contract/caller.ts'
import { localProfile, type WithWaitingAddress } from '../../features/accounts/profile.ts'
import { parseBody, readForm } from '../../request/body.ts'
import { seeOther } from '../../request/own-path.ts'
import { signInBrowser } from '../../request/sign-in-browser.ts'
import { AccountPage, ToAccount } from '../components/account-page.tsx'
import { AccountName, CurrentPasswordField, EmailField, NewPasswordField } from '../components/field.tsx'
import { answerForm, type FormProblem, submitForm } from '../form-problem.ts'
import type { PageContext } from '../route.ts'
import { pagePath, type Site } from '../site.ts'
import { answerDone } from './email-links.tsx'

const text = z.string().max(2_000).default('')
const passwords = z.object({ oldPassword: text, password: text })
const credentials = z.object({ email: text, password: text })

/** `GET /account/password`: users who signed in by a provider have no password, and can add one. */
export async function showPassword(ctx: PageContext): Promise<void> {
  const user = signedIn(ctx, '/account/password')
  if (user) await (localProfile(user) ? answerPassword(ctx, user) : answerAttach(ctx, user, ''))
}

/** `POST /account/attach`: adds an e-mail address and a password to an account that has neither. */
export async function attach(ctx: PageContext): Promise<void> {
  const user = signedIn(ctx, '/account/password')
  if (!user) return
  const { context } = ctx.state
  const fields = parseBody(credentials, await readForm(ctx))
  await submitForm(
    ctx,
    async () => {
      // The service itself, because a plugin may have its own mutator of this name.
      await context.services.attachment.attach(justSignedIn(context), fields, context.address)
      await answerDone(ctx, ({ texts }) => ({ title: texts.text('lookIntoMailbox'), lead: texts.text('attachSent') }))
    },
    problem => answerAttach(ctx, user, fields.email, problem),
  )
}

/** `POST /account/password`: changes the password, and signs out every other browser. */
export async function changePassword(ctx: PageContext): Promise<void> {
  const user = signedIn(ctx, '/account/password')
  if (!user) return
  const { services, mutators } = ctx.state.context
  await submitForm(
    ctx,
    async () => {
      const { oldPassword, password: newPassword } = parseBody(passwords, await readForm(ctx))
      const token = await mutators.User.changePassword({ oldPassword, newPassword })
      // With the old password all devices were forgotten; this browser becomes a known device again.
      await signInBrowser(ctx, services, { user: (await services.users.findById(user.id)) ?? user, token })
      seeOther(ctx, pagePath(ctx, '/account', { done: 'password' }))
    },
    problem => answerPassword(ctx, user, problem),
  )
}

/** The signed-in user of a request; an anonymous reader is sent to sign in first, and comes back to `path`. */
export function signedIn(ctx: PageContext, path: string): User | null {
  const { user } = ctx.state.context
  ctx.set('Cache-Control', 'no-store')
  // An escaped character of the path, such as one in the id of a user, is escaped once more in the query.
  if (!user) seeOther(ctx, pagePath(ctx, `/sign-in?next=${pagePath(ctx, path).replaceAll('%', '%25')}`))
  return user
}

async function answerPassword(ctx: PageContext, user: User, problem: FormProblem | null = null): Promise<void> {
  await answerForm(ctx, problem, site => (
    <AccountPage
      site={site}
      title={site.texts.text('changePassword')}
      action="/account/password"
      submit={site.texts.text('changePasswordDo')}
      lead={site.texts.text('changePasswordLead')}
      problem={problem}
      fields={['oldPassword', 'password']}
      otherwise={<ToAccount site={site} />}
    >
      <AccountName site={site} address={localProfile(user)?.id} />
      <CurrentPasswordField label={site.texts.text('currentPassword')} problem={problem} />
      <NewPasswordField site={site} label={site.texts.text('newPassword')} problem={problem} />
    </AccountPage>
  ))
}

async function answerAttach(
  ctx: PageContext,
  user: WithWaitingAddress,
  email: string,
  problem: FormProblem | null = null,
): Promise<void> {
  const pending = user.attaching?.email
  const lead = ({ texts }: Site) =>
    pending === undefined ? texts.text('attachLead') : texts.parts('attachPending', { email: <bdi>{pending}</bdi> })
  await answerForm(ctx, problem, site => (
    <AccountPage
      site={site}
      title={site.texts.text('addPassword')}
      action="/account/attach"
      submit={site.texts.text('add')}
      lead={lead(site)}
      problem={problem}
      fields={['email', 'password']}
      otherwise={<ToAccount site={site} />}
    >
      <EmailField
        label={site.texts.text('email')}
        value={email}
        hint={site.texts.text('emailPrivate')}
        problem={problem}
      />
      <NewPasswordField site={site} label={site.texts.text('password')} problem={problem} />
    </AccountPage>
  ))
}
