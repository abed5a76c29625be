import Koa, { type Middleware } from 'koa'
import type { Composition } from '../composition/composition.ts'
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
export function createApp(composition: Composition): Koa {
  const { router, strategies, plugins, services } = composition
  const { config } = services
  const app = new Koa({ proxy: config.trustProxy !== false })
  app.silent = true
  app.use(requestId()).use(clientAddress(config)).use(errors(services))
  applyAppHooks(app, plugins)
  const layers: Middleware[] = [
    securityHeaders(config),
    mounted(config.mountPath),
    crossOrigin(services),
    identify(services),
    sameSite(config),
    strategies.initialize() as Middleware,
    ...router.koa,
    expressBridge(router.express, config),
  ]
  for (const layer of layers) app.use(layer)
  return app
}
