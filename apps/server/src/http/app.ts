import Koa, { type Middleware } from 'koa'
import type { Platform } from '../main/platform.ts'
import { applyAppHooks } from './app-hooks.ts'
import { clientAddress } from './client-address.ts'
import { crossOrigin } from './cross-origin.ts'
import { errors } from './errors.ts'
import { expressBridge } from './express-bridge.ts'
import { identify } from './identify.ts'
import { mounted } from './mounted.ts'
import { requestId } from './request-id.ts'
import { sameSite } from './same-site.ts'
import { securityHeaders } from './security-headers.ts'

/** The HTTP application: what every request passes, then the routes of the core, then those of plugins. */
export function createApp(platform: Platform): Koa {
  const {
    config,
    composition: { router, strategies, plugins },
  } = platform
  const app = new Koa({ proxy: config.trustProxy !== false })
  app.silent = true
  app.use(requestId()).use(clientAddress(config)).use(errors(platform))
  applyAppHooks(app, plugins)
  const layers: Middleware[] = [
    securityHeaders(config),
    mounted(config.mountPath),
    crossOrigin(platform),
    identify(platform),
    sameSite(config),
    strategies.initialize() as Middleware,
    ...router.koa,
    expressBridge(router.express, config),
  ]
  for (const layer of layers) app.use(layer)
  return app
}
