import KoaRouter from '@koa/router'
import type { LoadedPlugin, Problem } from '@platform/plugin-host'
import type { PluginRouter } from '@platform/plugin-sdk'
import express, { type Router as ExpressRouter, type RequestHandler } from 'express'
import type { Middleware } from 'koa'
import type { ServerContext } from '../../contract/context.ts'
import { LIVE_PATH } from '../../contract/live-path.ts'
import type { RequestState } from '../../request/state.ts'
import { attribute } from '../attribution.ts'
import type { ComposedRouter } from '../composition.ts'
import type { Ledger } from '../ledger.ts'
import { demand, type Permissions } from '../permissions.ts'
import { callSynchronously } from '../synchronous.ts'
import { claimRoutes, coveredRoutes, dropLost, repeatedRoutes, reservedRoute } from './conflicts.ts'
import { attributeHandlers, attributingNext } from './forwarded-errors.ts'
import { expressRoutes, koaRoutes, type Layer, type MountedRoute, pathsOf } from './mounted-routes.ts'
import { viewAs } from './route-context.ts'
import { asRouter, originalOf, type SubRouter, standsFor } from './sub-routers.ts'

/** Paths that are answered before any router is asked. */
export const RESERVED = ['/livez', '/startupz', '/readyz', LIVE_PATH]

const METHODS = ['get', 'post', 'put', 'patch', 'delete', 'head', 'options', 'all'] as const

export function composeRouter(
  plugins: readonly LoadedPlugin[],
  { ledger, permissions }: { ledger: Ledger; permissions: Permissions },
): ComposedRouter {
  const koa: Middleware[] = []
  const routers: RequestHandler[] = []
  const problems: Problem[] = []
  const mounted: MountedRoute[] = []
  const reserved = RESERVED.map(path => reservedRoute(plugins[0]!, path))
  for (const plugin of plugins) {
    const hook = plugin.hooks.router
    if (!hook) continue
    const own = express.Router()
    const ownKoa = new KoaRouter()
    problems.push(
      ...callSynchronously(plugin, 'router', () => hook(attributing(own, { koa: ownKoa, plugin, permissions }))),
    )
    attributeRoutes(own, { plugin, permissions })
    attributeLayers(ownKoa, plugin, permissions)
    const routes = [...koaRoutes(ownKoa, plugin), ...expressRoutes(own, plugin)]
    mounted.push(...routes)
    koa.push(ownKoa.routes() as unknown as Middleware, ownKoa.allowedMethods() as unknown as Middleware)
    if (own.stack.length > 0) routers.push(attributeHandlers(plugin, 'router', 'router', own))
  }
  claimRoutes([...reserved, ...mounted], ledger)
  problems.push(...repeatedRoutes(mounted))
  const left = dropLost(mounted, ledger)
  const routes = (['koa', 'express'] as const).flatMap(kind => left.filter(route => route.kind === kind))
  return { koa, express: routers, routes, problems: [...problems, ...coveredRoutes(routes)] }
}

/** Whose routes they are, and what the rows of permissions ask for. */
interface Owner {
  readonly plugin: LoadedPlugin
  readonly permissions: Permissions
}

/** What koa's handlers throw is the plugin's; they are wrapped once they are all there. */
function attributeLayers(router: KoaRouter, plugin: LoadedPlugin, permissions: Permissions): void {
  const view = viewAs(plugin)
  for (const layer of router.stack) {
    const method = layer.methods.find(each => each !== 'HEAD') ?? 'USE'
    const access = permissions.get(`${method} ${String(layer.path)}`)
    layer.stack = layer.stack.map(handler => {
      const run = attribute(plugin, 'router', `${method} ${String(layer.path)}`, handler)
      const own: typeof handler = (ctx, next) => {
        view(ctx.state)
        if (access) demand((ctx.state as RequestState).context, access)
        return run(ctx, next)
      }
      standsFor(own, handler)
      return own
    })
  }
}

/** The same for handlers that were mounted by `router.route(path).get(...)`, or on routers inside this one. */
function attributeRoutes(router: SubRouter, owner: Owner, under = ''): void {
  for (const layer of router.stack as Layer[]) {
    const path =
      under +
      pathsOf(layer)
        .filter(each => each !== '/')
        .join()
    const inner = layer.route ? null : asRouter(originalOf(layer.handle))
    if (inner) attributeRoutes(inner, owner, path)
    else if (!layer.route) own(layer, owner, `USE ${path || '/'}`)
    for (const step of (layer.route?.stack ?? []) as { handle: unknown; method?: string }[])
      own(step, owner, `${step.method?.toUpperCase() ?? 'ALL'} ${path || '/'}`)
  }
}

function own(layer: { handle: unknown }, owner: Owner, at: string): void {
  if (!wrapped.has(layer.handle as object)) layer.handle = owned(layer.handle, owner, at)
}

/** The plugin's own router: what its handlers throw is the plugin's. */
function attributing(
  router: ExpressRouter,
  { koa, ...owner }: Owner & { koa: KoaRouter },
): PluginRouter<ServerContext> {
  for (const method of [...METHODS, 'use'] as const) {
    const mount = (router[method] as (...args: unknown[]) => unknown).bind(router)
    Object.defineProperty(router, method, {
      value: (path: unknown, ...handlers: unknown[]) => {
        const at = `${method.toUpperCase()} ${typeof path === 'function' ? '/' : String(path)}`
        return mount(owned(path, owner, at), ...handlers.map(handler => owned(handler, owner, at)))
      },
    })
  }
  const mountParam = router.param.bind(router) as (name: string, handler: unknown) => unknown
  Object.defineProperty(router, 'param', {
    value: (name: string, handler: unknown) => mountParam(name, ownedParam(handler, owner.plugin, `PARAM ${name}`)),
  })
  return Object.assign(router, { koa }) as unknown as PluginRouter<ServerContext>
}

/** Handlers whose errors are somebody's already. */
const wrapped = new WeakSet<object>()

function owned(handler: unknown, owner: Owner, at: string): unknown {
  const { plugin, permissions } = owner
  if (Array.isArray(handler)) return handler.map(entry => owned(entry, owner, at))
  const access = permissions.get(at)
  if (typeof handler !== 'function') return handler
  // Express tells an error handler by its four parameters, so the wrapper declares as many.
  const run = attribute(plugin, 'router', at, handler as never) as unknown as (...args: unknown[]) => unknown
  const view = viewAs(plugin)
  const nextOf = attributingNext(plugin, 'router', at)
  const own =
    handler.length === 4
      ? (error: unknown, req: object, res: unknown, next: unknown) => {
          view(req)
          return run(error, req, res, nextOf(req, next))
        }
      : (((req, res, next) => {
          view(req)
          if (access) demand((req as unknown as { context: ServerContext }).context, access)
          return run(req, res, nextOf(req, next))
        }) satisfies RequestHandler)
  wrapped.add(own)
  standsFor(own, handler)
  return own
}

/** The same for what `router.param` is given. */
function ownedParam(handler: unknown, plugin: LoadedPlugin, at: string): unknown {
  if (typeof handler !== 'function') return handler
  const run = attribute(plugin, 'router', at, handler as never) as unknown as (...args: unknown[]) => unknown
  const view = viewAs(plugin)
  const nextOf = attributingNext(plugin, 'router', at)
  return (req: object, res: unknown, next: unknown, ...value: unknown[]) => {
    view(req)
    return run(req, res, nextOf(req, next), ...value)
  }
}
