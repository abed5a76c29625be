import type { Services, User } from '@platform/plugin-sdk'
import type { Context } from 'koa'
import { ownAccount } from '../../features/users/public-user.ts'
import { answerError } from '../../http/error-answer.ts'
import { seeOther } from '../../request/own-path.ts'
import { signInBrowser } from '../../request/sign-in-browser.ts'
import type { RequestContext } from '../../request/state.ts'
import { languageFor } from '../languages/language-of.ts'
import { refusalText } from '../refusals.ts'
import { type Site, siteOf } from '../site.ts'
import type { Ending } from './flows.ts'
import { renderWindowPage, type WindowPage } from './window-page.tsx'

/** The services that the pages at the end of a sign-in need. */
export type AnswerServices = Pick<
  Services,
  'config' | 'devices' | 'languages' | 'log' | 'sessions' | 'settings' | 'streamBuild'
>

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
    return seeOther(ctx as RequestContext, onwards(user, { next: ending.next, rootPath: config.rootPath }))
  const posted = {
    message: { name: 'PLATFORM_SIGNED_IN', data: { user: ownAccount(user), token }, scope: 'client' },
    origin: ending.origin,
    close: true,
  }
  const site = await siteFor(ctx, services, ending)
  const [title, text] = [site.texts.text('signedIn'), site.texts.text('closeWindow')]
  answerWindow(ctx, renderWindowPage({ site, config, title, text, posted }), 200)
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
    showsCauses: config.showsCauses,
    request: (ctx as RequestContext).state.id,
  })
  const site = await siteFor(ctx, services, ending)
  const { texts } = site
  const posted =
    ending?.display === 'popup'
      ? {
          message: { name: 'PLATFORM_SIGN_IN_FAILED', error: { code, message }, scope: 'client' },
          origin: ending.origin,
          close: false,
        }
      : null
  const again = site.path('/sign-in', ending?.display === 'page' ? { next: ending.next } : {})
  const page = renderWindowPage({
    site,
    config,
    title: texts.text('notSignedIn'),
    text: refusalText(texts, { code, message, metadata }),
    ...(posted ? { posted } : {}),
    children: posted ? (
      <p>{texts.text('closeWindowAndRetry')}</p>
    ) : (
      <p>
        <a class="button" href={again}>
          {texts.text('toSignIn')}
        </a>
      </p>
    ),
  })
  if (typeof metadata['retryAfter'] === 'number') ctx.set('Retry-After', String(metadata['retryAfter']))
  answerWindow(ctx, page, status)
}

/** The page after signing in: users who have not chosen a username yet are sent to choose one first. */
function onwards({ status }: User, { next, rootPath }: { next: string; rootPath: string }): string {
  return status.username.status === 'UNSET' ? `${rootPath}/account/username?${new URLSearchParams({ next })}` : next
}

/** The site in the language that the sign-in began in, because the provider's address names none. */
async function siteFor(ctx: Context, services: AnswerServices, ending: Ending | null): Promise<Site> {
  const { organizationName } = await services.settings.load()
  return siteOf(services, {
    language: languageFor(ctx, services, ending?.lang ?? null),
    ...(organizationName ? { name: organizationName } : {}),
  })
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
