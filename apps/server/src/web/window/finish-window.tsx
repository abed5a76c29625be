import { PlatformError } from '@platform/plugin-sdk'
import { seeOther } from '../../request/own-path.ts'
import { webAddress } from '../addresses.ts'
import { Layout } from '../components/layout.tsx'
import { answerPage, type PageContext, pathText } from '../route.ts'
import { pagePath, readSite } from '../site.ts'
import { endOfWindow, forgetWindow, windowsOf } from './windows-cookie.ts'

/** `GET /sign-in/window/:handoff`: hands the sign-in over to the frame, and closes the window. */
export async function finishWindow(ctx: PageContext): Promise<void> {
  const { services, user } = ctx.state.context
  const { config, handoffs } = services
  ctx.set('Cache-Control', 'no-store')
  const handoff = pathText(ctx, 'handoff')
  const window = windowsOf(ctx, config).includes(handoff) ? await handoffs.findWindow(handoff) : null
  if (!window)
    throw new PlatformError(
      'HANDOFF_UNKNOWN',
      'This sign-in has ended, or was not begun in a discussion that this browser shows. Close this window, and press “Sign in” in the discussion',
      { status: 400 },
    )
  const next = endOfWindow(ctx, handoff)
  if (!user) return seeOther(ctx, pagePath(ctx, '/sign-in', { next }))
  if (user.status.username.status === 'UNSET' && ctx.state.context.can('SET_USERNAME'))
    return seeOther(ctx, pagePath(ctx, '/account/username', { next }))
  const code = await handoffs.finish(handoff, window, user)
  forgetWindow(ctx, config, handoff)
  const site = await readSite(ctx)
  const { texts } = site
  const { host } = new URL(window.origin)
  const back = window.back === null ? undefined : webAddress(window.back)
  answerPage(
    ctx,
    <Layout site={site} title={texts.text('signedIn')} scripts={['handoff.js']}>
      <div class="narrow" id="handoff" data-handoff={handoff} data-code={code} data-back={back}>
        <h1>{texts.text('signedIn')}</h1>
        {back === undefined ? (
          <p class="lead">{texts.parts('closeWindowAndReturn', { host: <bdi>{host}</bdi> })}</p>
        ) : (
          <p class="lead">
            <a class="button" href={back}>
              {texts.parts('backTo', { host: <bdi>{host}</bdi> })}
            </a>
          </p>
        )}
      </div>
    </Layout>,
  )
}
