import { claimedKind, parseCookies } from '@platform/auth'
import type { Config } from '@platform/config'
import type { Context } from 'koa'

type Site = Pick<Config, 'rootUrl' | 'rootPath'>

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
  clearOtherTokens(ctx, config)
  write(ctx, config, { name: config.jwt.signingCookieName, value: token, lifetime: config.jwt.expiry })
}

/** Sets the cookie of a frame, which browsers keep for the site that embeds the frame, and send to no other frame. */
export function setFrameCookie(ctx: Context, config: Config, token: string): void {
  clearOtherTokens(ctx, config)
  write(ctx, config, { name: config.jwt.signingCookieName, value: token, lifetime: config.jwt.expiry }, PARTITIONED)
}

/** Makes a browser forget a token. A cookie of a frame is forgotten only if it is cleared as it was set. */
export function clearTokenCookie(ctx: Context, config: Site, name: string): void {
  write(ctx, config, { name, value: '', lifetime: 0 })
  if (
    ctx
      .get('cookie')
      .split(';')
      .some(pair => isFrameToken(pair, [name]))
  )
    write(ctx, config, { name, value: '', lifetime: 0 }, PARTITIONED)
}

/** A Cookie header without frame tokens, for a request that no page of this site sent. */
export function withoutFrameTokens(header: string, names: readonly string[]): string {
  const pairs = header.split(';')
  const rest = pairs.filter(pair => !isFrameToken(pair, names))
  return rest.length === pairs.length ? header : rest.join(';')
}

/** Whether one `name=value` has a frame token, by what the token says of itself. */
function isFrameToken(pair: string, names: readonly string[]): boolean {
  const at = pair.indexOf('=')
  return names.includes(pair.slice(0, at).trim()) && claimedKind(pair.slice(at + 1).trim()) === 'frame'
}

/** Clears the cookies, other than the session's, that may hold a token. */
function clearOtherTokens(ctx: Context, config: Config): void {
  const { signingCookieName, lookupCookieNames } = config.jwt
  for (const [sent] of parseCookies(ctx.get('cookie')))
    if (sent !== signingCookieName && lookupCookieNames.includes(sent)) clearTokenCookie(ctx, config, sent)
}

/** Browsers keep such a cookie also inside a page of another site, and accept it only with `Secure`. */
const PARTITIONED = '; SameSite=None; Secure; Partitioned'

function write(ctx: Context, site: Site, { name, value, lifetime }: OwnCookie, attributes = usual(site)): void {
  const age = Math.floor(lifetime / 1_000)
  ctx.append('Set-Cookie', `${name}=${value}; Path=${pathOf(site, name)}; Max-Age=${age}; HttpOnly${attributes}`)
}

/** Not `Strict`, because sign-ins at providers return from another site. */
function usual(site: Site): string {
  return isSecure(site) ? '; SameSite=Lax; Secure' : '; SameSite=Lax'
}

/** No other host of the domain can plant a cookie whose name begins with `__Host-`. */
function nameIn(site: Site, name: string): string {
  return isSecure(site) ? `__Host-${name}` : name
}

/** Browsers take a cookie whose name begins with `__Host-`, in any case of letters, only for the path `/`. */
function pathOf({ rootPath }: Site, name: string): string {
  return /^__Host-/i.test(name) ? '/' : rootPath || '/'
}

function isSecure({ rootUrl }: Site): boolean {
  return rootUrl.startsWith('https:')
}
