import { clearTokenCookie } from '../../../http/token-cookie.ts'
import { seeOther } from '../own-path.ts'
import type { PageContext } from '../route.ts'

/** `POST /sign-out`: makes the browser forget the session. */
export function signOut(ctx: PageContext): void {
  const { config } = ctx.state.context.platform
  const { cookieName, signingCookieName, clearCookieOnLogout } = config.jwt
  for (const name of new Set([cookieName, signingCookieName])) {
    if (name !== cookieName || clearCookieOnLogout) clearTokenCookie(ctx, config, name)
  }
  seeOther(ctx, `${config.mountPath}/`)
}
