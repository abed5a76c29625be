import type { User } from '@platform/plugin-sdk'
import { Avatar } from '@platform/stream'
import type { Site } from '../site.ts'

/** The name of the site, and the signed-in user or the links to sign in. */
export function SiteHeader({ site, returnTo = '/' }: { site: Site; returnTo?: string | undefined }) {
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
  return (
    <nav class="account" aria-label="Account">
      {status.username.status === 'UNSET' && (
        <a href={`${site.path('/account/username')}?next=${encodeURIComponent(site.path(returnTo))}`}>
          Choose a username
        </a>
      )}
      <a class="me" href={site.path('/account')} title="Your account">
        <Avatar name={username} />
        <bdi>{username}</bdi>
      </a>
      <form method="post" action={site.path('/sign-out')}>
        <input type="hidden" name="next" value={site.path(returnTo)} />
        <button class="plain" type="submit">
          Sign out
        </button>
      </form>
    </nav>
  )
}

function SignedOut({ site, returnTo }: { site: Site; returnTo: string }) {
  const next = `?next=${encodeURIComponent(site.path(returnTo))}`
  return (
    <nav class="account" aria-label="Account">
      <a href={`${site.path('/sign-in')}${next}`}>Sign in</a>
      <a class="button small" href={`${site.path('/register')}${next}`}>
        Register
      </a>
    </nav>
  )
}
