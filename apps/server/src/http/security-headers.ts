import type { Config } from '@platform/config'
import type { Middleware } from 'koa'
import helmet from 'koa-helmet'

/** Headers that keep a page from loading, or being framed by, what it should not; the operator's own on top. */
export function securityHeaders(config: Config): Middleware {
  const statics = new URL(config.staticUrl).origin
  const live = new URL(config.liveUrl).origin.replace(/^http/, 'ws')
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'", statics],
        styleSrc: ["'self'", statics],
        imgSrc: ["'self'", statics, 'data:'],
        fontSrc: ["'self'", statics],
        connectSrc: ["'self'", live, live.replace(/^ws/, 'http')],
        manifestSrc: ["'self'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        baseUri: ["'none'"],
        objectSrc: ["'none'"],
      },
    },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    strictTransportSecurity: config.rootUrl.startsWith('https:') ? { maxAge: 15_552_000 } : false,
    xFrameOptions: { action: 'deny' },
    crossOriginEmbedderPolicy: false,
    // A sign-in in a pop-up comes back from the provider to the page that opened it.
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    ...config.securityHeaders,
  }) as Middleware
}
