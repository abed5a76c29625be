import Koa, { type Middleware } from 'koa'
import type { Platform } from '../boot/platform.ts'
import { errors } from './errors.ts'
import { expressBridge } from './express-bridge.ts'
import { identify } from './identify.ts'
import { requestId } from './request-id.ts'
import { sameSite } from './same-site.ts'
import { securityHeaders } from './security-headers.ts'
import { mounted } from './mounted.ts'

/** The HTTP application: what every request passes, then the routes of the core, then those of plugins. */
export function createApp(platform: Platform): Koa {
  const { config, composition: { router } } = platform
  const app = new Koa({ proxy: config.trustProxy !== false })
  app.silent = true
  const layers: Middleware[] = [
    requestId(), errors(platform), securityHeaders(config),
    mounted(config.mountPath), identify(platform), sameSite(config),
    ...router.koa, expressBridge(router.express),
  ]
  for (const layer of layers) app.use(layer)
  return app
}
