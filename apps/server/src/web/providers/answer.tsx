import type { Services, User } from '@platform/plugin-sdk'
import type { Context } from 'koa'
import { ownAccount } from '../../features/users/public-user.ts'
import { answerError } from '../../http/error-answer.ts'
import { seeOther } from '../../request/own-path.ts'
import { signInBrowser } from '../../request/sign-in-browser.ts'
import type { RequestContext } from '../../request/state.ts'
import { type Site, siteOf } from '../site.ts'
import type { Ending } from './flows.ts'
import { renderWindowPage, type WindowPage } from './window-page.tsx'

/** The services that the pages at the end of a sign-in need. */
export type AnswerServices = Pick<Services, 'config' | 'log' | 'sessions' | 'settings' | 'devices'>

/** Signs the browser in. A pop-up gives the credentials to the page that opened it; any other page leads on. */
export async function answerSignedIn(
  ctx: Context,
  services: AnswerServices,
  { user, ending }: { user: User; ending: Ending },
): Promise<void> {
  const { config } = services
  const { token } = await services.sessions.begin(user)
  await signInBrowser(ctx, services, { user, token })
  if (ending.display === 'page')
    return seeOther(ctx as RequestContext, onwards(user, { next: ending.next, mountPath: config.mountPath }))
  const posted = {
    message: { name: 'PLATFORM_SIGNED_IN', data: { user: ownAccount(user), token }, scope: 'client' },
    origin: ending.origin,
    close: true,
  }
  answerWindow(
    ctx,
    renderWindowPage({
      site: await siteFor(services),
      config,
      title: 'You are signed in',
      text: 'You can close this window.',
      posted,
    }),
    200,
  )
}

/** Shows why the user was not signed in, with a link to try again. An unexpected error is logged and not shown. */
export async function answerNotSignedIn(
  ctx: Context,
  services: AnswerServices,
  { error, ending }: { error: unknown; ending: Ending | null },
): Promise<void> {
  const { config, log } = services
  const { status, code, message, metadata } = answerError(error, {
    log,
    production: config.production,
    request: (ctx as RequestContext).state.id,
  })
  const site = await siteFor(services)
  const posted =
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
    ...(posted ? { posted } : {}),
    children: posted ? (
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

/** The page after signing in: users who have not chosen a username yet are sent to choose one first. */
function onwards({ status }: User, { next, mountPath }: { next: string; mountPath: string }): string {
  return status.username.status === 'UNSET' ? `${mountPath}/account/username?${new URLSearchParams({ next })}` : next
}

async function siteFor(services: AnswerServices): Promise<Site> {
  const { organizationName } = await services.settings.load()
  return siteOf(services, organizationName ? { name: organizationName } : {})
}

function answerWindow(ctx: Context, { html, policy }: WindowPage, status: number): void {
  ctx.status = status
  ctx.type = 'html'
  ctx.body = html
  ctx.set({ 'Cache-Control': 'private, no-store', 'Content-Security-Policy': policy, 'Referrer-Policy': 'no-referrer' })
  keepOpener(ctx)
}

/** Keeps a page of another site the opener of the window, all the way to the provider and back. */
export function keepOpener(ctx: Context): void {
  ctx.set('Cross-Origin-Opener-Policy', 'unsafe-none')
}
