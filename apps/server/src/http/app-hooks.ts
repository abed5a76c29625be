import type Koa from 'koa'
import type { Middleware } from 'koa'
import { callAtOnce } from '../composition/at-once.ts'
import { attribute } from '../composition/attribution.ts'
import { leaving } from '../composition/handed-on.ts'
import { CompositionError } from '../composition/problem.ts'
import type { LoadedPlugin } from '../contract/loaded-plugin.ts'
import { handTo } from './express-bridge.ts'

/**
 * Calls every member's `app` hook with the koa application, before anything but the request's id and the
 * handling of errors is mounted. `app.use` also takes Express's middleware `(req, res, next)`.
 *
 * @throws CompositionError with the problem of every member whose hook failed.
 */
export function applyAppHooks(app: Koa, plugins: readonly LoadedPlugin[]): void {
  const problems = plugins.flatMap(member => {
    const { app: hook } = member.hooks
    return hook ? callAtOnce(member, 'app', () => hook(facade(app, member))) : []
  })
  if (problems.length > 0) throw new CompositionError(problems)
}

/** The application, whose middleware is the member's to answer for. */
function facade(app: Koa, member: LoadedPlugin): Koa {
  const proxy: Koa = new Proxy(app, {
    get(target, name) {
      if (name === 'use')
        return (middleware: Middleware) => {
          target.use(owned(middleware, member))
          return proxy
        }
      const value: unknown = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  return proxy
}

function owned(middleware: Middleware, member: LoadedPlugin): Middleware {
  const run = attribute(member, 'app', 'middleware', middleware)
  if (middleware.length < 3) return run
  const handler = leaving(member, 'app', 'middleware', run as never) as never
  return async (ctx, next) => {
    if (!(await handTo(handler, ctx))) await next()
  }
}
