import type { Config } from '@platform/config'
import type { Context } from 'koa'
import { readOwnCookie, setOwnCookie } from '../../request/cookies.ts'
import { FLOW_LIFETIME, secret } from './flows.ts'

const NAME = 'platform-sign-in'

/** The secret by which a browser is known again when a provider sends it back; `null` when it has none. */
export function browserOf(ctx: Context, config: Config): string | null {
  const value = readOwnCookie(ctx, config, NAME)
  return value !== null && /^[\w-]{43}$/.test(value) ? value : null
}

/** The same, made at the first time; kept anew for as long as a flow lives. All tabs of a browser share it. */
export function markBrowser(ctx: Context, config: Config): string {
  const browser = browserOf(ctx, config) ?? secret()
  setOwnCookie(ctx, config, { name: NAME, value: browser, lifetime: FLOW_LIFETIME })
  return browser
}
