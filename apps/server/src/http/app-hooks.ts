import { type Attribution, CompositionError, type LoadedPlugin, watchGlobals } from '@platform/plugin-host'
import type { PluginApp } from '@platform/plugin-sdk'
import type Koa from 'koa'
import type { Middleware } from 'koa'
import { attribute, callSynchronously, placeOf } from '../composition/attribution.ts'
import { attributeHandlers } from '../composition/routes/handlers.ts'
import { notePlace, placeOfRequest } from '../request/answering.ts'
import { handTo } from './express-bridge.ts'
import type { ExpressApps } from './plugin-express.ts'

/**
 * Calls the `app` hook of every plugin with the plugin's Express application, which every request passes before all
 * middleware except that for the request's id, the client's address and errors. Koa's application is `app.koa`.
 *
 * @returns whether a plugin has the hook.
 * @throws CompositionError with the problem of every plugin whose hook failed.
 */
export function applyAppHooks(koa: Koa, plugins: readonly LoadedPlugin[], apps: ExpressApps): boolean {
  const hooked = plugins.filter(({ hooks }) => hooks.app)
  const watch = watchGlobals()
  const problems = hooked.flatMap(plugin => {
    const own = Object.assign(apps.appOf(plugin), { koa: facade(koa, plugin) }) as unknown as PluginApp
    const found = callSynchronously(plugin, { hook: 'app', watch, run: () => plugin.hooks.app?.(own) })
    koa.use(expressMiddleware(plugin, own))
    return found
  })
  if (problems.length > 0) throw new CompositionError(problems)
  return hooked.length > 0
}

/** The middleware of a plugin's Express application. A missing answer is the plugin's until it calls `next`. */
function expressMiddleware(plugin: LoadedPlugin, app: PluginApp): Middleware {
  const run = attribute(plugin, 'app', 'middleware', app as never)
  const handler = attributeHandlers(plugin, 'app', 'middleware', run) as never
  const place = placeOf(plugin, 'app', 'middleware')
  return async (ctx, next) => {
    const before = placeOfRequest(ctx.req)
    notePlace(ctx.req, place)
    if (await handTo(handler, ctx)) return
    notePlace(ctx.req, before)
    await next()
  }
}

/**
 * Middleware of Koa that a plugin adds. A missing answer is the plugin's before the call of `next`, and again when
 * `next` is done. In between it belongs to what comes next.
 */
function koaMiddleware(plugin: LoadedPlugin, middleware: Middleware): Middleware {
  const run = attribute(plugin, 'app', 'middleware', middleware)
  const place = placeOf(plugin, 'app', 'middleware')
  return async (ctx, next) => {
    const { req } = ctx
    const before = placeOfRequest(req)
    let answering: Attribution | undefined = place
    let waits = false
    let done = false
    notePlace(req, place)
    try {
      return await run(ctx, async () => {
        waits = true
        notePlace(req, before)
        try {
          return await next()
        } finally {
          waits = false
          answering = placeOfRequest(req)
          if (!done) notePlace(req, place)
        }
      })
    } finally {
      done = true
      // Bytes of the answer may follow later. They are missed at the place that answered.
      if (!waits) notePlace(req, answering)
    }
  }
}

/** Koa's application for one plugin: failures of middleware that the plugin adds are attributed to it. */
function facade(app: Koa, plugin: LoadedPlugin): Koa {
  const proxy: Koa = new Proxy(app, {
    get(target, name) {
      if (name === 'use')
        return (middleware: Middleware) => {
          target.use(koaMiddleware(plugin, middleware))
          return proxy
        }
      const value: unknown = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  return proxy
}
