import { createRequire } from 'node:module'
import type KoaRouter from '@koa/router'
import { type LoadedPlugin, type Problem, watchGlobals } from '@platform/plugin-host'
import type { PluginRouter } from '@platform/plugin-sdk'
import type { Router as ExpressRouter, RequestHandler } from 'express'
import type { Middleware } from 'koa'
import type { ServerContext } from '../../contract/context.ts'
import { notePlace } from '../../request/answering.ts'
import { loadExpress } from '../../runtime/express.ts'
import { attribute, callSynchronously, placeOf } from '../attribution.ts'
import type { Ledger } from '../ledger.ts'
import { demand, type Permissions } from '../permissions.ts'
import { claimRoutes, coveredRoutes, dropLost, RESERVED, repeatedRoutes, reservedRoute } from './conflicts.ts'
import { attributeHandlers, viewAs, wrapHandler, wrapParam } from './handlers.ts'
import type { Layer } from './layers.ts'
import {
  asRouter,
  expressRoutes,
  koaRoutes,
  type MountedRoute,
  originalOf,
  pathsOf,
  type SubRouter,
  standsFor,
} from './mounted-routes.ts'

/** As an ES module it imports `node:http`, as `http/server.ts` does not. */
const { default: Router } = createRequire(import.meta.url)('@koa/router') as typeof import('@koa/router')

const METHODS = ['get', 'post', 'put', 'patch', 'delete', 'head', 'options', 'all'] as const

/** The Express router of a plugin. */
export interface OwnedRouter {
  readonly plugin: LoadedPlugin
  readonly handler: RequestHandler
}

/** The routes of all plugins. Those of the core come first, so no plugin can answer in their place. */
export interface ComposedRouter {
  readonly core: readonly Middleware[]
  /** The routes of plugins for koa. */
  readonly koa: readonly Middleware[]
  readonly express: readonly OwnedRouter[]
  /** All routes, in the order in which they are tried. */
  readonly routes: readonly MountedRoute[]
  readonly problems: readonly Problem[]
}

/** Calls the `router` hook of every plugin, with a router of its own, and puts these routers together. */
export function composeRouter(
  plugins: readonly LoadedPlugin[],
  { ledger, permissions }: { ledger: Ledger; permissions: Permissions },
): ComposedRouter {
  const [core, koa]: [Middleware[], Middleware[]] = [[], []]
  const routers: OwnedRouter[] = []
  const problems: Problem[] = []
  const mounted: MountedRoute[] = []
  const watch = watchGlobals()
  for (const plugin of plugins) {
    const hook = plugin.hooks.router
    if (!hook) continue
    const ownKoa = new Router()
    // Features of the core have routes of koa alone.
    const own = plugin.core ? null : loadExpress().Router()
    const given = own ? pluginRouter(own, ownKoa, plugin) : ({ koa: ownKoa } as unknown as PluginRouter<ServerContext>)
    problems.push(...callSynchronously(plugin, { hook: 'router', watch, run: () => hook(given) }))
    wrapKoaRoutes(ownKoa, plugin)
    mounted.push(...koaRoutes(ownKoa, plugin))
    const routes = [ownKoa.routes(), ownKoa.allowedMethods()] as unknown as [Middleware, Middleware]
    if (plugin.core) core.push(passedOver(ownKoa, routes))
    else koa.push(...routes)
    if (!own) continue
    wrapRoutes(own, plugin)
    mounted.push(...expressRoutes(own, plugin))
    if (own.stack.length > 0) routers.push({ plugin, handler: attributeHandlers(plugin, 'router', 'router', own) })
  }
  // The first plugin is a feature of the core.
  const reserved = plugins.slice(0, 1).flatMap(plugin => RESERVED.map(path => reservedRoute(plugin, path)))
  claimRoutes([...reserved, ...mounted], ledger)
  problems.push(...repeatedRoutes(mounted))
  guardRoutes(mounted, permissions)
  const left = dropLost(mounted, ledger)
  const routes = (['koa', 'express'] as const).flatMap(kind => left.filter(route => route.kind === kind))
  return { core, koa, express: routers, routes, problems: [...problems, ...coveredRoutes(routes)] }
}

/** Lets every route ask its callers for what its row needs. A call that mounts several routes has a row for each. */
function guardRoutes(routes: readonly MountedRoute[], permissions: Permissions): void {
  for (const { method, path, guard } of routes) {
    const access = permissions.get(`${method} ${path}`)
    if (access && access.needs !== 'ANYBODY') guard(context => demand(context, access))
  }
}

/**
 * The routes of a feature, passed over by requests for other paths, which most are: a router makes promises for each
 * request, also for one that it does not answer. It answers every request with a method that HTTP does not have.
 */
function passedOver(router: KoaRouter, [routes, allowedMethods]: readonly [Middleware, Middleware]): Middleware {
  const methods = new Set(router.methods)
  return (ctx, next) =>
    methods.has(ctx.method) && !router.stack.some(layer => layer.match(ctx.path))
      ? next()
      : routes(ctx, () => allowedMethods(ctx, next) as Promise<unknown>)
}

/** The router that a plugin's hook is given: it wraps every handler that is mounted on it. */
function pluginRouter(router: ExpressRouter, koa: KoaRouter, plugin: LoadedPlugin): PluginRouter<ServerContext> {
  for (const method of [...METHODS, 'use'] as const) {
    const mount = (router[method] as (...args: unknown[]) => unknown).bind(router)
    Object.defineProperty(router, method, {
      value: (path: unknown, ...handlers: unknown[]) => {
        const at = `${method.toUpperCase()} ${typeof path === 'function' ? '/' : String(path)}`
        return mount(wrapHandler(path, plugin, at), ...handlers.map(handler => wrapHandler(handler, plugin, at)))
      },
    })
  }
  const mountParam = router.param.bind(router) as (name: string, handler: unknown) => unknown
  Object.defineProperty(router, 'param', {
    value: (name: string, handler: unknown) => mountParam(name, wrapParam(handler, plugin, `PARAM ${name}`)),
  })
  return Object.assign(router, { koa }) as unknown as PluginRouter<ServerContext>
}

/** Wraps handlers that were mounted by `router.route(path).get(...)`, or on routers inside the plugin's router. */
function wrapRoutes(router: SubRouter, plugin: LoadedPlugin, under = ''): void {
  const wrap = (layer: { handle: unknown }, at: string): void => {
    layer.handle = wrapHandler(layer.handle, plugin, at)
  }
  for (const layer of router.stack as Layer[]) {
    const own = pathsOf(layer).filter(each => each !== '/')
    const path = under + own.join()
    const inner = layer.route ? null : asRouter(originalOf(layer.handle))
    if (inner) wrapRoutes(inner, plugin, path)
    else if (!layer.route) wrap(layer, `USE ${path || '/'}`)
    for (const step of (layer.route?.stack ?? []) as { handle: unknown; method?: string }[])
      wrap(step, `${step.method?.toUpperCase() ?? 'ALL'} ${path || '/'}`)
  }
}

/** Wraps the handlers of a plugin's koa router, once all of them are mounted. */
function wrapKoaRoutes(router: KoaRouter, plugin: LoadedPlugin): void {
  const view = viewAs(plugin)
  for (const layer of router.stack) {
    const method = layer.methods.find(each => each !== 'HEAD') ?? 'USE'
    const at = `${method} ${String(layer.path)}`
    layer.stack = layer.stack.map(handler => {
      const run = attribute(plugin, 'router', at, handler)
      const place = placeOf(plugin, 'router', at)
      const wrapper: typeof handler = (ctx, next) => {
        if (!plugin.core) notePlace(ctx.req, place)
        view(ctx.state)
        return run(ctx, next)
      }
      standsFor(wrapper, handler)
      return wrapper
    })
  }
}
