import type { Config } from '@platform/config'
import type { Context } from 'koa'
import { WINDOW_LIFETIME } from '../../features/sessions/handoffs.ts'
import { readOwnCookie, setOwnCookie } from '../../request/cookies.ts'
import type { RequestContext } from '../../request/state.ts'
import { pagePath } from '../site.ts'

const NAME = 'platform-windows'
/** The most sign-in windows that a browser has under way. */
const MOST = 5
const DIGEST = /^[\w-]{43}$/

/**
 * The digests of the sign-in windows that frames have opened in this browser, the newest first. A digest that is not
 * among them came by a link, and its secret may be known to another person.
 */
export function windowsOf(ctx: Context, config: Config): readonly string[] {
  const digests = readOwnCookie(ctx, config, NAME)?.split('.') ?? []
  return digests.filter(digest => DIGEST.test(digest)).slice(0, MOST)
}

export function rememberWindow(ctx: Context, config: Config, digest: string): void {
  write(ctx, config, [digest, ...without(ctx, config, digest)].slice(0, MOST))
}

export function forgetWindow(ctx: Context, config: Config, digest: string): void {
  write(ctx, config, without(ctx, config, digest))
}

/** The path at which the sign-in of a window ends. */
export function endOfWindow(ctx: RequestContext, digest: string): string {
  return pagePath(ctx, `/sign-in/window/${digest}`)
}

/** The path at which the newest sign-in window of this browser ends; `null` when none is under way. */
export function endOfNewestWindow(ctx: RequestContext): string | null {
  const [newest] = windowsOf(ctx, ctx.state.context.services.config)
  return newest === undefined ? null : endOfWindow(ctx, newest)
}

function without(ctx: Context, config: Config, digest: string): readonly string[] {
  return windowsOf(ctx, config).filter(other => other !== digest)
}

function write(ctx: Context, config: Config, digests: readonly string[]): void {
  const lifetime = digests.length > 0 ? WINDOW_LIFETIME : 0
  setOwnCookie(ctx, config, { name: NAME, value: digests.join('.'), lifetime })
}
