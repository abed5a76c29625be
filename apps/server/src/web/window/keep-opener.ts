import type { Config } from '@platform/config'
import type { Middleware } from 'koa'
import { windowsOf } from './windows-cookie.ts'

/** The pages on the way of a sign-in window, below the mount path. */
const WAY = /^\/(?:sign-in|register|account|api\/v1\/auth)(?:\/|$)/
const FIRST = '/sign-in/window'

/**
 * Keeps the frame the opener of its sign-in window, on all pages of the way and for answers that are errors. A browser
 * cuts the window off from its opener as soon as one answer has a stricter policy.
 */
export function keepOpenerOfWindows(config: Config): Middleware {
  return (ctx, next) => {
    if (WAY.test(ctx.path) && (ctx.path === FIRST || windowsOf(ctx, config).length > 0))
      ctx.set('Cross-Origin-Opener-Policy', 'unsafe-none')
    return next()
  }
}
