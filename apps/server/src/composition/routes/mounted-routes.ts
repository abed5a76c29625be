import type KoaRouter from '@koa/router'
import type { LoadedPlugin } from '@platform/plugin-host'
import { neededRoles, type UserRole } from '@platform/plugin-sdk'
import { type Check, checking, guardLayer, type Layer, putBefore } from './layers.ts'

/** A route, or middleware, as it was mounted. */
export interface MountedRoute {
  readonly plugin: LoadedPlugin
  /** `koa` routes come before `express` ones. */
  readonly kind: 'koa' | 'express'
  /** `GET`, `ALL`, `USE`. */
  readonly method: string
  /** The path as it was written, below the routers around it; `null` for middleware that sees every request. */
  readonly path: string | null
  /** The same object for all paths and methods that one call mounted. */
  readonly mount: object
  /** The roles that each `needed(...)` among its handlers asks for. */
  readonly needs: readonly (readonly UserRole[])[]
  /** Whether a handler takes `next`, and so may hand a request on to other routes. */
  readonly handsOn: boolean
  matches(path: string): boolean
  /** Checks each request for the route before its handlers are called. */
  guard(check: Check): void
  /** Removes the route, or one of its methods, because another plugin's route is to answer. */
  drop(method?: string): void
}

/** Where a router is mounted: the beginning of its paths, and a function that removes that beginning from a path. */
interface Under {
  readonly path: string
  rest(path: string): string | null
}

const TOP: Under = { path: '', rest: path => path }

/** The routes of a plugin's Express router, and those of the routers that are mounted on it. */
export function expressRoutes(router: SubRouter, plugin: LoadedPlugin, under: Under = TOP): MountedRoute[] {
  return (router.stack as readonly Layer[]).flatMap(layer => {
    const paths = pathsOf(layer)
    const inner = layer.route ? null : asRouter(originalOf(layer.handle))
    if (inner)
      return paths.flatMap((path, i) =>
        expressRoutes(inner, plugin, { path: below(under, path), rest: at => restOf(layer, i, under.rest(at)) }),
      )
    const methods = layer.route
      ? Object.keys(layer.route.methods).map(method => (method === '_all' ? 'ALL' : method.toUpperCase()))
      : ['USE']
    return methods.flatMap(method =>
      paths.map((path, i): MountedRoute => {
        const matches = (at: string) => restOf(layer, i, under.rest(at)) !== null
        return {
          plugin,
          kind: 'express',
          method,
          mount: layer,
          needs: neededOf(layer.route?.stack ?? [layer]),
          handsOn: asksFor(layer.route?.stack, 3),
          path: !layer.route && below(under, path) === '' ? null : below(under, path) || '/',
          matches,
          guard: check => putBefore(layer, method, checking(check, matches)),
          drop: (only = method) => {
            if (layer.route) passOver(layer, only, at => restOf(layer, i, at) !== null)
          },
        }
      }),
    )
  })
}

/** The paths of a layer as they were written. */
export function pathsOf({ rawPath, route, regexp }: Layer): string[] {
  const written = rawPath ?? route?.path ?? (regexp && !(regexp as { fast_slash?: boolean }).fast_slash ? regexp : '/')
  return (Array.isArray(written) ? written : [written]).map(String)
}

function below(under: Under, path: string): string {
  return under.path + (path === '/' ? '' : path)
}

/** The part of a path below a layer; `null` when the layer does not match the path. */
function restOf({ slash, matchers, regexp }: Layer, i: number, path: string | null): string | null {
  if (path === null || slash || (regexp as { fast_slash?: boolean } | undefined)?.fast_slash) return path
  const matched = matchers ? (matchers[i]?.(path) || null)?.path : regexp?.exec(path)?.[0]
  return matched === undefined ? null : path.slice(matched.length) || '/'
}

function asksFor(handlers: readonly { readonly handle: unknown }[] | undefined, parameters: number): boolean {
  return (handlers ?? []).some(({ handle }) => (originalOf(handle) as { length: number }).length >= parameters)
}

function neededOf(handlers: readonly { readonly handle: unknown }[]): MountedRoute['needs'] {
  return handlers.flatMap(({ handle }) => {
    const roles = neededRoles(originalOf(handle))
    return roles ? [roles] : []
  })
}

/** A layer with more methods than this was mounted by `all`. */
const EVERY = 20

/** The routes of a plugin's koa router. */
export function koaRoutes(router: KoaRouter, plugin: LoadedPlugin): MountedRoute[] {
  return router.stack.flatMap(layer => {
    const methods =
      layer.methods.length === 0
        ? ['USE']
        : layer.methods.length > EVERY
          ? ['ALL']
          : layer.methods.filter(method => method !== 'HEAD' || !layer.methods.includes('GET'))
    const path = layer.methods.length === 0 && /^\(?\.?\*?\)?$/.test(String(layer.path)) ? null : String(layer.path)
    return methods.map(
      (method): MountedRoute => ({
        plugin,
        kind: 'koa',
        method,
        path,
        mount: layer,
        needs: neededOf(layer.stack.map(handle => ({ handle }))),
        handsOn: asksFor(
          layer.stack.map(handle => ({ handle })),
          2,
        ),
        matches: at => layer.match(at),
        guard: check => guardLayer(layer, method, check),
        drop: (only = method) => {
          layer.methods = layer.methods.filter(
            other => only !== 'ALL' && other !== only && !(only === 'GET' && other === 'HEAD'),
          )
          if (layer.methods.length === 0) router.stack = router.stack.filter(other => other !== layer)
        },
      }),
    )
  })
}

/** Makes a route hand on the requests for one of its methods and paths, before its own handlers are called. */
function passOver(layer: Layer, method: string, matches: (path: string) => boolean): void {
  putBefore(layer, method, (req, _res, next) => {
    next(matches(req.path) ? 'route' : undefined)
  })
}

/** A router that a plugin made itself and mounted on the one it was given. */
export interface SubRouter {
  readonly stack: readonly unknown[]
}

/** The router behind a handler: an `express.Router()`, or an application of Express 5; `null` for a plain function. */
export function asRouter(handler: unknown): SubRouter | null {
  if (typeof handler !== 'function') return null
  if (hasStack(handler)) return handler
  // Reading `router` of an Express 4 application throws. Such an application has its router in `_router`.
  const own: unknown =
    Reflect.get(handler, '_router') ?? (Object.hasOwn(handler, 'router') ? Reflect.get(handler, 'router') : undefined)
  return hasStack(own) ? own : null
}

function hasStack(value: unknown): value is SubRouter {
  return (
    (typeof value === 'function' || typeof value === 'object') &&
    value !== null &&
    Array.isArray(Reflect.get(value, 'stack'))
  )
}

const originals = new WeakMap<object, unknown>()

/** Remembers the handler that a wrapper was made of. */
export function standsFor(wrapper: object, handler: unknown): void {
  originals.set(wrapper, handler)
}

/** A handler as its plugin wrote it. */
export function originalOf(handler: unknown): unknown {
  return typeof handler === 'function' ? (originals.get(handler) ?? handler) : handler
}
