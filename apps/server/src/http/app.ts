import { randomUUID } from 'node:crypto'
import type { Services } from '@platform/plugin-sdk'
import Koa, { type Middleware } from 'koa'
import type { Composition } from '../composition/composition.ts'
import { serveShared } from '../graphql/serve-shared.ts'
import type { RequestContext } from '../request/state.ts'
import { keepOpenerOfWindows } from '../web/window/keep-opener.ts'
import { applyAppHooks } from './app-hooks.ts'
import { clientAddress } from './client-address.ts'
import { crossOrigin } from './cross-origin.ts'
import { DEADLINES, type Deadlines } from './deadlines.ts'
import { errorMiddleware } from './error-middleware.ts'
import { expressBridge } from './express-bridge.ts'
import { identify } from './identify.ts'
import { createExpressApps } from './plugin-express.ts'
import { sameSite } from './same-site.ts'
import { securityHeaders } from './security-headers.ts'
import { watchAnswers } from './watch-answers.ts'

/** The HTTP application: the middleware of every request, then the routes of the core, then those of plugins. */
export function createApp(composition: Composition, deadlines: Deadlines = DEADLINES): Koa {
  const { router, strategies, plugins, services } = composition
  const { config } = services
  const app = new Koa({ proxy: config.trustProxy !== false })
  app.silent = true
  app.use(requestId()).use(clientAddress(config)).use(errorMiddleware(services)).use(watchAnswers(services, deadlines))
  const apps = createExpressApps(config)
  const hasAppHooks = applyAppHooks(app, plugins, apps)
  if (hasAppHooks) app.use(sharedFirst(services))
  const passport = strategies.initialize() as Middleware
  const layers: Middleware[] = [
    securityHeaders(config),
    mounted(config.mountPath),
    keepOpenerOfWindows(config),
    crossOrigin(services),
    identify(services),
    sameSite(config),
    // No route of the core uses Passport, but middleware of `app` hooks may, after the route.
    ...(hasAppHooks ? [passport, ...router.core] : [...router.core, passport]),
    ...router.koa,
    expressBridge(router.express, apps),
  ]
  for (const layer of layers) app.use(layer)
  return app
}

/** Gives each request an id: that of a proxy, if it has only plain characters, else a new one. */
function requestId(): Middleware {
  return async (ctx, next) => {
    const given = ctx.get('x-request-id')
    const id = /^[A-Za-z0-9-]{1,64}$/.test(given) ? given : randomUUID()
    ;(ctx as RequestContext).state.id = id
    ctx.set('x-request-id', id)
    await next()
  }
}

/** Serves everything below the path of the root address; every other path is not found. */
function mounted(mountPath: string): Middleware {
  if (mountPath === '') return (_ctx, next) => next()
  return async (ctx, next) => {
    if (ctx.path !== mountPath && !ctx.path.startsWith(`${mountPath}/`)) return ctx.throw(404, 'There is nothing here')
    const path = ctx.path
    ctx.path = path.slice(mountPath.length) || '/'
    try {
      await next()
    } finally {
      ctx.path = path
    }
  }
}

/**
 * Answers anonymous readers with shared answers behind the `app` hooks. Without such hooks the server does so before
 * the application.
 */
function sharedFirst(services: Services): Middleware {
  return (ctx, next) => {
    const { state } = ctx as RequestContext
    state.ahead = new Set(ctx.res.getHeaderNames())
    return new Promise<void>((resolve, reject) => {
      const done = (): void => {
        ctx.respond = false
        resolve()
      }
      const go = (): void => {
        ctx.res.off('close', done)
        next().then(resolve, reject)
      }
      ctx.res.once('close', done)
      if (!serveShared(ctx.req, ctx.res, services, { otherwise: go, wait() {} })) go()
    })
  }
}
