import { parseCookies } from '@platform/auth'
import type { Config } from '@platform/config'
import type { Context } from 'koa'

type Place = Pick<Config, 'rootUrl' | 'mountPath'>

/** A cookie for this server alone: no script reads it, and no form of another site brings it along. */
export interface OwnCookie {
  readonly name: string
  readonly value: string
  /** Milliseconds. */
  readonly lifetime: number
}

export function readOwnCookie(ctx: Context, config: Place, name: string): string | null {
  return parseCookies(ctx.get('cookie')).get(nameIn(config, name)) ?? null
}

export function setOwnCookie(ctx: Context, config: Place, { name, value, lifetime }: OwnCookie): void {
  const attributes = isSecure(config) ? 'Path=/; Secure' : `Path=${config.mountPath || '/'}`
  // Lax: providers send people back from their own sites.
  ctx.append(
    'Set-Cookie',
    `${nameIn(config, name)}=${value}; ${attributes}; Max-Age=${lifetime / 1_000}; HttpOnly; SameSite=Lax`,
  )
}

/** No other host of the domain can plant a cookie whose name begins with `__Host-`. */
function nameIn(config: Place, name: string): string {
  return isSecure(config) ? `__Host-${name}` : name
}

function isSecure({ rootUrl }: Place): boolean {
  return rootUrl.startsWith('https:')
}
