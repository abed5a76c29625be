import { parseCookies } from '@platform/auth'
import type { Config } from '@platform/config'
import type { Context } from 'koa'

/**
 * Sets the session's cookie: not readable by scripts, not sent along by other sites' forms. Other cookies in which a
 * token is looked for are cleared, or the one before would decide, whoever put it there.
 */
export function setTokenCookie(ctx: Context, config: Config, token: string): void {
  const sent = parseCookies(ctx.get('cookie'))
  for (const [name] of sent)
    if (name !== config.jwt.signingCookieName && config.jwt.lookupCookieNames.includes(name))
      clearTokenCookie(ctx, config, name)
  write(ctx, config, config.jwt.signingCookieName, { value: token, maxAge: Math.floor(config.jwt.expiry / 1_000) })
}

/** Makes a browser forget a token. */
export function clearTokenCookie(ctx: Context, config: Config, name: string): void {
  write(ctx, config, name, { value: '', maxAge: 0 })
}

function write(
  ctx: Context,
  { rootUrl, mountPath }: Config,
  name: string,
  { value, maxAge }: { value: string; maxAge: number },
): void {
  const secure = rootUrl.startsWith('https:') ? '; Secure' : ''
  ctx.append(
    'Set-Cookie',
    `${name}=${value}; Path=${mountPath || '/'}; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${secure}`,
  )
}
