import type { User } from '@platform/plugin-sdk'
import { Avatar } from '@platform/stream'
import type { Site } from '../site.ts'

interface SiteHeaderProps {
  readonly site: Site
  /** The path to which signing in leads back, by default that of the start page. */
  readonly returnTo?: string | undefined
}

/** The name of the site, and the signed-in user or the links to sign in. */
export function SiteHeader({ site, returnTo = site.path('/') }: SiteHeaderProps) {
  return (
    <header class="site-header">
      <a class="brand" href={site.path('/')}>
        <img src={site.asset('mark.svg')} alt="" width="26" height="26" />
        <bdi>{site.name}</bdi>
      </a>
      {site.caller ? (
        <SignedIn site={site} caller={site.caller} returnTo={returnTo} />
      ) : (
        <SignedOut site={site} returnTo={returnTo} />
      )}
    </header>
  )
}

function SignedIn({ site, caller: { username, status }, returnTo }: { site: Site; caller: User; returnTo: string }) {
  const { texts } = site
  return (
    <nav class="account" aria-label={texts.text('account')}>
      {status.username.status === 'UNSET' && (
        <a href={site.path('/account/username', { next: returnTo })}>{texts.text('chooseUsername')}</a>
      )}
      <a class="me" href={site.path('/account')} title={texts.text('yourAccount')}>
        <Avatar name={username} picture={site.picture} />
        <bdi>{username}</bdi>
      </a>
      <form method="post" action={site.path('/sign-out')}>
        <input type="hidden" name="next" value={returnTo} />
        <button class="plain" type="submit">
          {texts.text('signOut')}
        </button>
      </form>
    </nav>
  )
}

function SignedOut({ site, returnTo: next }: { site: Site; returnTo: string }) {
  const { offers, texts } = site
  if (!offers.includes('signIn')) return null
  return (
    <nav class="account" aria-label={texts.text('account')}>
      <a href={site.path('/sign-in', { next })}>{texts.text('signIn')}</a>
      {offers.includes('emailAccounts') && (
        <a class="button small" href={site.path('/register', { next })}>
          {texts.text('register')}
        </a>
      )}
    </nav>
  )
}
