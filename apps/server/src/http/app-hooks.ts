import { CompositionError, type LoadedPlugin } from '@platform/plugin-host'
import type Koa from 'koa'
import type { Middleware } from 'koa'
import { attribute, callSynchronously } from '../composition/attribution.ts'
import { attributeHandlers } from '../composition/routes/handlers.ts'
import { handTo } from './express-bridge.ts'

/**
 * Calls the `app` hook of every plugin with the koa application, before all middleware except that for the request's
 * id, the client's address and errors. `app.use` also accepts Express's middleware `(req, res, next)`.
 *
 * @throws CompositionError with the problem of every plugin whose hook failed.
 */
export function applyAppHooks(app: Koa, plugins: readonly LoadedPlugin[]): void {
  const problems = plugins.flatMap(plugin => {
    const { app: hook } = plugin.hooks
    return hook ? callSynchronously(plugin, 'app', () => hook(facade(app, plugin))) : []
  })
  if (problems.length > 0) throw new CompositionError(problems)
}

/** The application for one plugin: errors of middleware that the plugin adds are attributed to it. */
function facade(app: Koa, plugin: LoadedPlugin): Koa {
  const proxy: Koa = new Proxy(app, {
    get(target, name) {
      if (name === 'use')
        return (middleware: Middleware) => {
          target.use(owned(middleware, plugin))
          return proxy
        }
      const value: unknown = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  return proxy
}

function owned(middleware: Middleware, plugin: LoadedPlugin): Middleware {
  const run = attribute(plugin, 'app', 'middleware', middleware)
  if (middleware.length < 3) return run
  const handler = attributeHandlers(plugin, 'app', 'middleware', run as never) as never
  return async (ctx, next) => {
    if (!(await handTo(handler, ctx))) await next()
  }
}
