import type { User } from '@platform/plugin-sdk'
import { z } from 'zod'
import { localProfile, type WithAttachment } from '../../features/accounts/profile.ts'
import { refusedField } from '../../input/invalid-input.ts'
import { parseBody, readForm } from '../../request/body.ts'
import { seeOther } from '../../request/own-path.ts'
import { signInBrowser } from '../../request/sign-in-browser.ts'
import { AccountPage } from '../components/account-page.tsx'
import { Field, WhoseAccount } from '../components/field.tsx'
import { Timestamp } from '../components/timestamp.tsx'
import { type FormProblem, problemOf } from '../form-problem.ts'
import { answerPage, type PageContext } from '../route.ts'
import { readSite } from '../site.ts'
import { answerDone } from './email-links.tsx'

const text = z.string().max(2_000).default('')
const passwords = z.object({ oldPassword: text, password: text })
const credentials = z.object({ email: text, password: text })
const decision = z.object({ decision: z.enum(['leave', 'stay']), oldPassword: text, username: text })

/** `GET /account/password`: whoever came from a provider has none, and can add one. */
export async function showPassword(ctx: PageContext): Promise<void> {
  const user = signedIn(ctx, '/account/password')
  if (user) await (localProfile(user) ? answerPassword(ctx) : answerAttach(ctx, ''))
}

/** `POST /account/attach`: an e-mail address and a password for an account that has neither. */
export async function attach(ctx: PageContext): Promise<void> {
  if (!signedIn(ctx, '/account/password')) return
  const { mutators } = ctx.state.context
  const given = parseBody(credentials, await readForm(ctx))
  try {
    await mutators.User.attachLocalAuth(given)
  } catch (error) {
    return answerAttach(ctx, given.email, problemOf(error))
  }
  await answerDone(
    ctx,
    'Look into your mailbox',
    'Open the link we have sent you. From then on you can sign in with this address and password.',
  )
}

/** `POST /account/password`: this browser stays signed in, every other one does not. */
export async function changePassword(ctx: PageContext): Promise<void> {
  const user = signedIn(ctx, '/account/password')
  if (!user) return
  const { services, mutators } = ctx.state.context
  try {
    const { oldPassword, password: newPassword } = parseBody(passwords, await readForm(ctx))
    const token = await mutators.User.changePassword({ oldPassword, newPassword })
    // Every device was forgotten with the old password; this one is remembered by the new one.
    await signInBrowser(ctx, services, { user: (await services.users.findById(user.id)) ?? user, token })
    seeOther(ctx, `${services.config.mountPath}/account?done=password`)
  } catch (error) {
    await answerPassword(ctx, problemOf(error))
  }
}

/** `GET /account/deletion`: where the mail about it leads. */
export async function showDeletion(ctx: PageContext): Promise<void> {
  const user = signedIn(ctx, '/account/deletion')
  if (user) await answerDeletion(ctx, user)
}

/** `POST /account/deletion`: to leave, with the password, or the username where there is none; or to stay after all. */
export async function decideDeletion(ctx: PageContext): Promise<void> {
  const user = signedIn(ctx, '/account/deletion')
  if (!user) return
  const { services, mutators } = ctx.state.context
  try {
    const { decision: decided, oldPassword, username } = parseBody(decision, await readForm(ctx))
    if (decided === 'leave') {
      if (user.password) await services.accountPasswords.demand(user, oldPassword)
      else if (username.trim() !== user.username) throw refusedField('username', 'write your username as it is')
      await mutators.User.requestDeletion()
    } else await mutators.User.cancelDeletion()
    seeOther(ctx, `${services.config.mountPath}/account${decided === 'leave' ? '/deletion' : '?done=stay'}`)
  } catch (error) {
    await answerDeletion(ctx, user, problemOf(error))
  }
}

/** Whose account it is; whoever is nobody signs in first and comes back. */
export function signedIn(ctx: PageContext, path: string): User | null {
  const {
    user,
    services: {
      config: { mountPath },
    },
  } = ctx.state.context
  ctx.set('Cache-Control', 'no-store')
  if (!user) seeOther(ctx, `${mountPath}/sign-in?next=${mountPath}${path}`)
  return user
}

async function answerPassword(ctx: PageContext, problem: FormProblem | null = null): Promise<void> {
  const site = await readSite(ctx.state.context)
  const { user } = ctx.state.context
  answerPage(
    ctx,
    <AccountPage
      site={site}
      title="Change your password"
      action="/account/password"
      submit="Change password"
      lead="Everywhere else you are signed out."
      problem={problem}
      fields={['oldPassword', 'password']}
      otherwise={<a href={site.path('/account')}>Your account</a>}
    >
      <WhoseAccount address={user ? localProfile(user)?.id : ''} />
      <Field
        name="oldPassword"
        label="Password until now"
        type="password"
        autocomplete="current-password"
        problem={problem}
      />
      <Field
        name="password"
        label="New password"
        type="password"
        hint="At least 8 characters."
        autocomplete="new-password"
        problem={problem}
      />
    </AccountPage>,
    problem?.status ?? 200,
  )
}

async function answerAttach(ctx: PageContext, email: string, problem: FormProblem | null = null): Promise<void> {
  const site = await readSite(ctx.state.context)
  const asked = (ctx.state.context.user as WithAttachment | null)?.attaching?.email
  const lead =
    asked === undefined ? (
      'Then you can sign in with your e-mail address too.'
    ) : (
      <>
        You were sent a link to <bdi>{asked}</bdi>. Open it, or begin again.
      </>
    )
  answerPage(
    ctx,
    <AccountPage
      site={site}
      title="Add a password"
      action="/account/attach"
      submit="Add"
      lead={lead}
      problem={problem}
      fields={['email', 'password']}
      otherwise={<a href={site.path('/account')}>Your account</a>}
    >
      <Field
        name="email"
        label="E-mail"
        type="email"
        value={email}
        hint="Only you and the site’s staff see it."
        autocomplete="username"
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

async function answerDeletion(ctx: PageContext, user: User, problem: FormProblem | null = null): Promise<void> {
  const site = await readSite(ctx.state.context)
  const { deletion_at: at, password, username } = user
  answerPage(
    ctx,
    at ? (
      <AccountPage
        site={site}
        title="Your account will be deleted"
        action="/account/deletion"
        submit="Keep my account"
        problem={problem}
        fields={[]}
        lead={
          <>
            As you asked, it and what you wrote is deleted at <Timestamp time={at} />.
          </>
        }
      >
        <input type="hidden" name="decision" value="stay" />
      </AccountPage>
    ) : (
      <AccountPage
        site={site}
        title="Delete your account"
        action="/account/deletion"
        submit="Delete my account"
        grave
        problem={problem}
        fields={['oldPassword', 'username']}
        otherwise={<a href={site.path('/account')}>Your account</a>}
        lead="Your account and what you wrote is deleted in 24 hours. Until then you can change your mind."
      >
        <input type="hidden" name="decision" value="leave" />
        {password && <WhoseAccount address={localProfile(user)?.id} />}
        {password ? (
          <Field
            name="oldPassword"
            label="Password"
            type="password"
            autocomplete="current-password"
            problem={problem}
          />
        ) : (
          <Field
            name="username"
            label="Your username"
            hint={`Write ${username} to say that you mean it.`}
            autocomplete="off"
            problem={problem}
          />
        )}
      </AccountPage>
    ),
    problem?.status ?? 200,
  )
}
