import type { User } from '@platform/plugin-sdk'
import type { ComponentChildren } from 'preact'
import { isConfirmed, localProfile } from '../../features/accounts/profile.ts'
import { Layout } from '../components/layout.tsx'
import { Timestamp } from '../components/timestamp.tsx'
import { answerPage, type PageContext, queryText } from '../route.ts'
import { readSite, type Site } from '../site.ts'
import { signedIn } from './own-account.tsx'

/** Messages for a change that was made on another page, which then leads back to this one. */
const DONE = new Map(
  Object.entries({
    username: 'Your username is changed.',
    email: 'We have sent a link to the new address. Your address changes when you open it.',
    password: 'Your password is changed. You have been signed out on all other devices.',
    stay: 'Your account stays.',
  }),
)

/** `GET /account`: links to everything that users can do with their own account. */
export async function showAccount(ctx: PageContext): Promise<void> {
  const user = signedIn(ctx, '/account')
  if (!user) return
  const { context } = ctx.state
  const site = await readSite(context)
  const email = localProfile(user)?.id
  const done = DONE.get(queryText(ctx, 'done') ?? '')
  answerPage(
    ctx,
    <Layout site={site} title="Your account">
      <div class="narrow">
        <h1>Your account</h1>
        {done && (
          <p class="done" role="status">
            {done}
          </p>
        )}
        <ul class="overview">
          <Entry site={site} to="/account/username" label="Username">
            <bdi>{user.username}</bdi>
          </Entry>
          {email !== undefined && (
            <Entry site={site} to="/account/email" label="E-mail">
              <bdi>{email}</bdi>
              {isConfirmed(user) ? '' : ', not confirmed yet'}
            </Entry>
          )}
          <Entry site={site} to="/account/password" label={email === undefined ? 'Add a password' : 'Password'}>
            {email === undefined ? 'To sign in with an e-mail address' : 'Change it'}
          </Entry>
          {context.can('LIST_OWN_TOKENS') && (
            <Entry site={site} to="/account/tokens" label="Personal tokens">
              For programs that act as you
            </Entry>
          )}
          <Entry site={site} to="/account/sessions" label="Sign out everywhere">
            On every device, and in every program
          </Entry>
          <Entry site={site} to="/account/data" label="Download your data">
            <LastDownload user={user} />
          </Entry>
          <Entry site={site} to="/account/deletion" label="Delete your account">
            <Deletion user={user} />
          </Entry>
        </ul>
      </div>
    </Layout>,
  )
}

function LastDownload({ user: { last_download_at: at } }: { user: User }) {
  return at ? (
    <>
      You last asked for it at <Timestamp time={at} />
    </>
  ) : (
    <>Everything that is stored about you</>
  )
}

function Deletion({ user: { deletion_at: at } }: { user: User }) {
  return at ? (
    <>
      Your account will be deleted at <Timestamp time={at} />
    </>
  ) : (
    <>24 hours after you request it</>
  )
}

function Entry({ site, to, label, children }: { site: Site; to: string; label: string; children: ComponentChildren }) {
  return (
    <li>
      <a href={site.path(to)}>{label}</a> <span class="hint">{children}</span>
    </li>
  )
}
