import type { User } from '@platform/plugin-sdk'
import type { ComponentChildren } from 'preact'
import { isConfirmed, localProfile } from '../../features/accounts/profile.ts'
import { type Islands, islandsOf } from '../components/islands.tsx'
import { Layout } from '../components/layout.tsx'
import { LOCAL_TIMES, Timestamp } from '../components/timestamp.tsx'
import { readOwnProfile } from '../model/profile.ts'
import { answerPage, type PageContext, queryText } from '../route.ts'
import { readSite, type Site } from '../site.ts'
import type { PageTextName } from '../texts/en.ts'
import { signedIn } from './own-account.tsx'

/** Messages for a change that was made on another page, which then leads back to this one. */
const DONE: ReadonlyMap<string, PageTextName> = new Map([
  ['username', 'doneUsername'],
  ['email', 'doneEmail'],
  ['password', 'donePassword'],
  ['avatar', 'doneAvatar'],
  ['stay', 'doneStay'],
])

/** `GET /account`: links to everything that users can do with their own account. */
export async function showAccount(ctx: PageContext): Promise<void> {
  const user = signedIn(ctx, '/account')
  if (!user) return
  const { context } = ctx.state
  const site = await readSite(ctx)
  const { texts } = site
  const email = localProfile(user)?.id
  const done = DONE.get(queryText(ctx, 'done') ?? '')
  const islands = islandsOf(ctx, site)
  const ofPlugins = await settingsOfPlugins(ctx, { islands, user })
  answerPage(
    ctx,
    <Layout site={site} title={texts.text('yourAccount')} scripts={[LOCAL_TIMES]} head={<islands.Files />}>
      <div class="narrow">
        <h1>{texts.text('yourAccount')}</h1>
        {done && (
          <p class="done" role="status">
            {texts.text(done)}
          </p>
        )}
        <ul class="overview">
          <Entry site={site} to="/account/comments" label={texts.text('ownComments')}>
            {texts.text('ownCommentsHint')}
          </Entry>
          <Entry site={site} to="/account/username" label={texts.text('username')}>
            <bdi>{user.username}</bdi>
          </Entry>
          {site.picture !== null && (
            <Entry site={site} to="/account/avatar" label={texts.text('avatar')}>
              {texts.text('avatarHint')}
            </Entry>
          )}
          {email !== undefined && (
            <Entry site={site} to="/account/email" label={texts.text('email')}>
              {isConfirmed(user) ? <bdi>{email}</bdi> : texts.parts('notConfirmed', { email: <bdi>{email}</bdi> })}
            </Entry>
          )}
          {(email !== undefined || site.offers.includes('emailAccounts')) && (
            <Entry
              site={site}
              to="/account/password"
              label={texts.text(email === undefined ? 'addPassword' : 'password')}
            >
              {texts.text(email === undefined ? 'addPasswordHint' : 'changeIt')}
            </Entry>
          )}
          {context.can('LIST_OWN_TOKENS') && (
            <Entry site={site} to="/account/tokens" label={texts.text('personalTokens')}>
              {texts.text('tokensHint')}
            </Entry>
          )}
          <Entry site={site} to="/account/sessions" label={texts.text('signOutEverywhere')}>
            {texts.text('signOutHint')}
          </Entry>
          <Entry site={site} to="/account/ignored" label={texts.text('ignoredUsers')}>
            {texts.text('ignoredHint')}
          </Entry>
          <Entry site={site} to="/account/data" label={texts.text('downloadData')}>
            {textOf(site, { time: user.last_download_at, dated: 'askedAt', undated: 'downloadHint' })}
          </Entry>
          <Entry site={site} to="/account/deletion" label={texts.text('deleteAccount')}>
            {textOf(site, { time: user.deletion_at, dated: 'deletedAt', undated: 'deleteHint' })}
          </Entry>
        </ul>
        {ofPlugins}
        <islands.State />
      </div>
    </Layout>,
  )
}

/** What plugins let users set about themselves. */
async function settingsOfPlugins(
  { state: { context } }: PageContext,
  { islands, user }: { readonly islands: Islands; readonly user: User },
) {
  const slots = ['profileSettings', 'notificationSettings'] as const
  if (slots.every(name => islands.pluginsIn(name).length === 0)) return null
  const { me: _me, ...root } = await readOwnProfile(context)
  return (
    <>
      {islands.place('profileSettings', { root })}
      {islands.place('notificationSettings', { root, disabled: !isConfirmed(user) })}
    </>
  )
}

interface Moment {
  readonly time: Date | null | undefined
  /** The text with the time in it. */
  readonly dated: PageTextName
  /** The text without a time. */
  readonly undated: PageTextName
}

/** What was, or will be, at a time. */
function textOf(site: Site, { time, dated, undated }: Moment): ComponentChildren {
  const { texts } = site
  return time ? texts.parts(dated, { time: <Timestamp site={site} time={time} /> }) : texts.text(undated)
}

function Entry({ site, to, label, children }: { site: Site; to: string; label: string; children: ComponentChildren }) {
  return (
    <li>
      <a href={site.path(to)}>{label}</a> <span class="hint">{children}</span>
    </li>
  )
}
