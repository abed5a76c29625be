import { PlatformError } from '@platform/plugin-sdk'
import { z } from 'zod'
import { isPermittedOrigin } from '../../features/assets/permitted-origin.ts'
import { LIMITS } from '../../features/limits/service.ts'
import { handoffText } from '../../features/sessions/handoffs.ts'
import { parseBody, readForm } from '../../request/body.ts'
import { isFromOwnPage, senderOf } from '../../request/own-origin.ts'
import { seeOther } from '../../request/own-path.ts'
import { NoticePage } from '../components/notice-page.tsx'
import { answerPage, type PageContext } from '../route.ts'
import { pagePath, readSite } from '../site.ts'
import { endOfWindow, rememberWindow } from './windows-cookie.ts'

const LONGEST_ADDRESS = 2_000
const form = z
  .object({
    handoff: handoffText,
    origin: z.string().max(300, 'is too long'),
    back: z.string().max(LONGEST_ADDRESS, 'is too long').default(''),
    page: z.enum(['sign-in', 'register']).default('sign-in'),
  })
  .refine(({ origin, back }) => back === '' || (URL.canParse(back) && new URL(back).origin === origin), {
    path: ['back'],
    message: 'give an address of the page that embeds the discussion',
  })

/**
 * `POST /sign-in/window`: a frame opens a window to sign in. The frame posts a form, which no link in a comment can do:
 * a reader who follows a prepared link would hand the session to the person who knows the secret.
 */
export async function openWindow(ctx: PageContext): Promise<void> {
  const { services, user } = ctx.state.context
  const { config, handoffs, limits } = services
  ctx.set('Cache-Control', 'no-store')
  if (!isFromOwnPage(senderOf(ctx.req), config))
    throw new PlatformError('CSRF_REJECTED', 'Only a discussion of this platform can open this window', { status: 403 })
  const { handoff, origin, back, page } = parseBody(form, await readForm(ctx))
  if (!(await isPermittedOrigin(origin, services)))
    throw new PlatformError(
      'ORIGIN_NOT_ALLOWED',
      `You can’t sign in from ${origin}: its host is not on the list of permitted domains. Tell the operator of this site`,
      { status: 403 },
    )
  await limits.countFor(ctx.ip, LIMITS.signInWindow)
  await handoffs.openWindow(handoff, { origin, back: back || null })
  rememberWindow(ctx, config, handoff)
  const end = endOfWindow(ctx, handoff)
  if (user) await answerChoice(ctx, { username: user.username, end, page })
  else seeOther(ctx, pagePath(ctx, `/${page}`, { next: end }))
}

/** Asks a reader who is signed in on the platform's own pages which account the frame is to have. */
async function answerChoice(
  ctx: PageContext,
  { username, end, page }: { username: string; end: string; page: string },
): Promise<void> {
  const site = await readSite(ctx)
  const { texts } = site
  answerPage(
    ctx,
    <NoticePage
      site={site}
      title={texts.text('signIn')}
      lead={texts.parts('signedInAs', { name: <bdi>{username}</bdi> })}
      otherwise={<a href={site.path(`/${page}`, { next: end })}>{texts.text('anotherAccount')}</a>}
    >
      <p class="ways">
        <a class="button" href={end}>
          {texts.parts('continueAs', { name: <bdi>{username}</bdi> })}
        </a>
      </p>
    </NoticePage>,
  )
}
