import { clearTokenCookie } from '../../request/cookies.ts'
import { AccountPage } from '../components/account-page.tsx'
import { NoticePage } from '../components/notice-page.tsx'
import { answerPage, type PageContext } from '../route.ts'
import { readSite } from '../site.ts'
import { signedIn } from './own-account.tsx'

/** `GET /account/sessions` */
export async function showSessions(ctx: PageContext): Promise<void> {
  if (!signedIn(ctx, '/account/sessions')) return
  const site = await readSite(ctx.state.context)
  answerPage(
    ctx,
    <AccountPage
      site={site}
      title="Sign out everywhere"
      action="/account/sessions"
      submit="Sign out everywhere"
      problem={null}
      fields={[]}
      lead="You will be signed out here, on all other devices, and in every program that acts as you."
      otherwise={<a href={site.path('/account')}>Your account</a>}
    >
      {null}
    </AccountPage>,
  )
}

/** `POST /account/sessions`: ends every session of the user, also that of this browser. */
export async function endSessions(ctx: PageContext): Promise<void> {
  if (!signedIn(ctx, '/account/sessions')) return
  const {
    services: { config },
    mutators,
  } = ctx.state.context
  await mutators.User.signOutEverywhere()
  for (const name of config.jwt.lookupCookieNames) clearTokenCookie(ctx, config, name)
  const site = { ...(await readSite(ctx.state.context)), caller: null }
  answerPage(
    ctx,
    <NoticePage
      site={site}
      title="Signed out everywhere"
      lead={
        'All your sessions have ended, and all your personal tokens are revoked. If another person may know your ' +
        'password, sign in and change it.'
      }
      otherwise={<a href={site.path('/sign-in')}>Sign in</a>}
    />,
  )
}
