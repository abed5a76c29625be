import { parseCookies } from '@platform/auth'
import type { Config } from '@platform/config'
import type { Context } from 'koa'

type Site = Pick<Config, 'rootUrl' | 'mountPath'>

/** A cookie that only this server reads: scripts can't read it, and forms of other sites are sent without it. */
export interface OwnCookie {
  readonly name: string
  readonly value: string
  /** Milliseconds. */
  readonly lifetime: number
}

export function readOwnCookie(ctx: Context, site: Site, name: string): string | null {
  return parseCookies(ctx.get('cookie')).get(nameIn(site, name)) ?? null
}

export function setOwnCookie(ctx: Context, site: Site, { name, value, lifetime }: OwnCookie): void {
  write(ctx, site, { name: nameIn(site, name), value, lifetime })
}

/**
 * Sets the session's cookie, which scripts can't read and forms of other sites are sent without. It clears the other
 * cookies that may hold a token, because an older token in one of them would be used first.
 */
export function setTokenCookie(ctx: Context, config: Config, token: string): void {
  const { signingCookieName: name, lookupCookieNames, expiry } = config.jwt
  for (const [sent] of parseCookies(ctx.get('cookie')))
    if (sent !== name && lookupCookieNames.includes(sent)) clearTokenCookie(ctx, config, sent)
  write(ctx, config, { name, value: token, lifetime: expiry })
}

/** Makes a browser forget a token. */
export function clearTokenCookie(ctx: Context, config: Site, name: string): void {
  write(ctx, config, { name, value: '', lifetime: 0 })
}

function write(ctx: Context, site: Site, { name, value, lifetime }: OwnCookie): void {
  const age = Math.floor(lifetime / 1_000)
  const secure = isSecure(site) ? '; Secure' : ''
  // Not `Strict`, because sign-ins at providers return from another site.
  ctx.append(
    'Set-Cookie',
    `${name}=${value}; Path=${pathOf(site, name)}; Max-Age=${age}; HttpOnly; SameSite=Lax${secure}`,
  )
}

/** No other host of the domain can plant a cookie whose name begins with `__Host-`. */
function nameIn(site: Site, name: string): string {
  return isSecure(site) ? `__Host-${name}` : name
}

/** Browsers take a cookie whose name begins with `__Host-`, in any case of letters, only for the path `/`. */
function pathOf({ mountPath }: Site, name: string): string {
  return /^__Host-/i.test(name) ? '/' : mountPath || '/'
}

function isSecure({ rootUrl }: Site): boolean {
  return rootUrl.startsWith('https:')
}
