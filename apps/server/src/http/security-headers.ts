import type { Config } from '@platform/config'
import type { Middleware } from 'koa'
import helmet from 'koa-helmet'

/** Headers by which pages load only from this site, and are not framed. The operator's configuration replaces them. */
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
    // A pop-up that comes back from a provider must keep the page that opened it.
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    ...config.securityHeaders,
  }) as Middleware
}
