import type { User } from '@platform/plugin-sdk'
import type { Context } from 'koa'
import { answerError } from '../../http/error-answer.ts'
import type { Platform } from '../../main/platform.ts'
import { signInBrowser } from '../../request/sign-in-browser.ts'
import type { RequestContext } from '../../request/state.ts'
import { seeOther } from '../../web/own-path.ts'
import { type Site, siteOf } from '../../web/site.ts'
import { ownAccount } from '../users/public-user.ts'
import type { Ending } from './flows.ts'
import { renderWindowPage, type WindowPage } from './window-page.tsx'

/** Signs the browser in; a page in a pop-up hands the credentials on, any other leads on. */
export async function answerSignedIn(
  ctx: Context,
  platform: Platform,
  { user, ending }: { user: User; ending: Ending },
): Promise<void> {
  const { config, services } = platform
  const { token } = await services.sessions.begin(user)
  await signInBrowser(ctx, platform, { user, token })
  if (ending.display === 'page')
    return seeOther(ctx as RequestContext, onwards(user, { next: ending.next, mountPath: config.mountPath }))
  const told = {
    message: { name: 'PLATFORM_SIGNED_IN', data: { user: ownAccount(user), token }, scope: 'client' },
    origin: ending.origin,
    close: true,
  }
  answerWindow(
    ctx,
    renderWindowPage({
      site: await siteFor(platform),
      config,
      title: 'You are signed in',
      text: 'You can close this window.',
      told,
    }),
    200,
  )
}

/** Says why somebody was not signed in, and leads back; what nobody expected is logged and not shown. */
export async function answerNotSignedIn(
  ctx: Context,
  platform: Platform,
  { error, ending }: { error: unknown; ending: Ending | null },
): Promise<void> {
  const { config, log } = platform
  const { status, code, message, metadata } = answerError(error, { log, request: (ctx as RequestContext).state.id })
  const site = await siteFor(platform)
  const told =
    ending?.display === 'popup'
      ? {
          message: { name: 'PLATFORM_SIGN_IN_FAILED', error: { code, message }, scope: 'client' },
          origin: ending.origin,
          close: false,
        }
      : null
  const again = ending?.display === 'page' ? `?${new URLSearchParams({ next: ending.next })}` : ''
  const page = renderWindowPage({
    site,
    config,
    title: 'You are not signed in',
    text: message,
    ...(told ? { told } : {}),
    children: told ? (
      <p>You can close this window and try again.</p>
    ) : (
      <p>
        <a class="button" href={`${site.path('/sign-in')}${again}`}>
          To the sign-in page
        </a>
      </p>
    ),
  })
  if (typeof metadata['retryAfter'] === 'number') ctx.set('Retry-After', String(metadata['retryAfter']))
  answerWindow(ctx, page, status)
}

/** Where somebody goes who has signed in: first to the page where a username is chosen, if they have none of their own. */
function onwards({ status }: User, { next, mountPath }: { next: string; mountPath: string }): string {
  return status.username.status === 'UNSET' ? `${mountPath}/account/username?${new URLSearchParams({ next })}` : next
}

async function siteFor(platform: Platform): Promise<Site> {
  const { organizationName } = await platform.services.settings.load()
  return siteOf(platform, organizationName ? { name: organizationName } : {})
}

function answerWindow(ctx: Context, { html, policy }: WindowPage, status: number): void {
  ctx.status = status
  ctx.type = 'html'
  ctx.body = html
  ctx.set({ 'Cache-Control': 'private, no-store', 'Content-Security-Policy': policy, 'Referrer-Policy': 'no-referrer' })
  keepOpener(ctx)
}

/** A page of another site that opened the window stays its opener, all the way to the provider and back. */
export function keepOpener(ctx: Context): void {
  ctx.set('Cross-Origin-Opener-Policy', 'unsafe-none')
}
