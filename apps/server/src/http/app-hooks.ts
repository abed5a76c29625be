import { CompositionError, type LoadedPlugin, watchGlobals } from '@platform/plugin-host'
import type { PluginApp } from '@platform/plugin-sdk'
import type Koa from 'koa'
import type { Middleware } from 'koa'
import { attribute, callSynchronously } from '../composition/attribution.ts'
import { attributeHandlers } from '../composition/routes/handlers.ts'
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
    const run = attribute(plugin, 'app', 'middleware', own as never)
    const handler = attributeHandlers(plugin, 'app', 'middleware', run) as never
    koa.use(async (ctx, next) => {
      if (!(await handTo(handler, ctx))) await next()
    })
    return found
  })
  if (problems.length > 0) throw new CompositionError(problems)
  return hooked.length > 0
}

/** Koa's application for one plugin: errors of middleware that the plugin adds are attributed to it. */
function facade(app: Koa, plugin: LoadedPlugin): Koa {
  const proxy: Koa = new Proxy(app, {
    get(target, name) {
      if (name === 'use')
        return (middleware: Middleware) => {
          target.use(attribute(plugin, 'app', 'middleware', middleware))
          return proxy
        }
      const value: unknown = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  return proxy
}
