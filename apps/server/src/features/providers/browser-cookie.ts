import { parseCookies } from '@platform/auth'
import type { Config } from '@platform/config'
import type { Context } from 'koa'
import { FLOW_LIFETIME, secret } from './flows.ts'

type Place = Pick<Config, 'rootUrl' | 'mountPath'>

/** The secret by which a browser is known again when a provider sends it back; `null` when it has none. */
export function browserOf(ctx: Context, config: Place): string | null {
  const value = parseCookies(ctx.get('cookie')).get(nameIn(config))
  return value !== undefined && /^[\w-]{43}$/.test(value) ? value : null
}

/** The same, made at the first time; kept anew for as long as a flow lives. All tabs of a browser share it. */
export function markBrowser(ctx: Context, config: Place): string {
  const browser = browserOf(ctx, config) ?? secret()
  const attributes = isSecure(config) ? 'Path=/; Secure' : `Path=${config.mountPath || '/'}`
  // Lax: the provider sends people back from its own site.
  ctx.append('Set-Cookie', `${nameIn(config)}=${browser}; ${attributes}; Max-Age=${FLOW_LIFETIME / 1_000}; HttpOnly; SameSite=Lax`)
  return browser
}

/** No other host of the domain can plant a cookie whose name begins with `__Host-`. */
function nameIn(config: Place): string {
  return isSecure(config) ? '__Host-platform-sign-in' : 'platform-sign-in'
}

function isSecure({ rootUrl }: Place): boolean {
  return rootUrl.startsWith('https:')
}
