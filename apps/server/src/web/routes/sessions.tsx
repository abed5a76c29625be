import { clearTokenCookie } from '../../request/cookies.ts'
import { AccountPage, ToAccount } from '../components/account-page.tsx'
import { NoticePage } from '../components/notice-page.tsx'
import { answerPage, type PageContext } from '../route.ts'
import { readSite } from '../site.ts'
import { signedIn } from './own-account.tsx'

/** `GET /account/sessions` */
export async function showSessions(ctx: PageContext): Promise<void> {
  if (!signedIn(ctx, '/account/sessions')) return
  const site = await readSite(ctx)
  const { texts } = site
  answerPage(
    ctx,
    <AccountPage
      site={site}
      title={texts.text('signOutEverywhere')}
      action="/account/sessions"
      submit={texts.text('signOutEverywhere')}
      problem={null}
      fields={[]}
      lead={texts.text('signOutLead')}
      otherwise={<ToAccount site={site} />}
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
  const site = { ...(await readSite(ctx)), caller: null }
  const { texts } = site
  answerPage(
    ctx,
    <NoticePage
      site={site}
      title={texts.text('signedOut')}
      lead={texts.text('signedOutLead')}
      otherwise={<a href={site.path('/sign-in')}>{texts.text('signIn')}</a>}
    />,
  )
}
