import type { Attribution, LoadedPlugin } from '@platform/plugin-host'
import type { NextFunction, RequestHandler } from 'express'
import type { ServerContext } from '../../contract/context.ts'
import { notePlace } from '../../request/answering.ts'
import { attribute, placeOf, remember } from '../attribution.ts'
import { contextOf } from '../context/plugin-view.ts'
import { standsFor } from './mounted-routes.ts'

/** The property with the context of the request itself, while a plugin's view of it is carried. */
const ITSELF = Symbol('the context of the request')

/** Express's request, or koa's state: the object that carries the context of a request. */
interface Carrier {
  context?: ServerContext
  [ITSELF]?: ServerContext
}

/**
 * Puts the plugin's own view of the context, with its configuration and log, in place for the handler that runs next.
 */
export function viewAs(plugin: LoadedPlugin): (carrier: object) => void {
  // The core's routes come first, and get the context itself.
  if (plugin.core) return () => {}
  const view = contextOf(plugin)
  return (carrier: Carrier) => {
    const context = carrier[ITSELF] ?? carrier.context
    if (context) Object.assign(carrier, { [ITSELF]: context, context: view(context) })
  }
}

/** The handlers that are wrapped already. */
const wrapped = new WeakSet<object>()

type Run = (...args: unknown[]) => unknown

/**
 * Wraps a handler of Express, or a list of handlers: it gets the plugin's view of the context, and its errors are
 * marked as the plugin's. Other values, such as paths, stay as they are.
 */
export function wrapHandler(handler: unknown, plugin: LoadedPlugin, at: string): unknown {
  if (Array.isArray(handler)) return handler.map(entry => wrapHandler(entry, plugin, at))
  if (typeof handler !== 'function' || wrapped.has(handler)) return handler
  const run: Run = attribute(plugin, 'router', at, handler as Run)
  const view = viewAs(plugin)
  const nextOf = attributeNext(plugin, 'router', at)
  const place = placeOf(plugin, 'router', at)
  const handle: RequestHandler = (req, res, next) => {
    if (!plugin.core) notePlace(req, place)
    view(req)
    const forward = nextOf(req, next)
    // `res.render` passes its errors to `req.next`.
    Object.assign(req, { next: forward })
    return run(req, res, forward)
  }
  // Express knows a handler of errors by its four parameters, so its wrapper declares four.
  const handleError = (error: unknown, req: object, res: unknown, next: unknown) => {
    view(req)
    return run(error, req, res, nextOf(req, next))
  }
  const wrapper = handler.length === 4 ? handleError : handle
  wrapped.add(wrapper)
  standsFor(wrapper, handler)
  return wrapper
}

/** Wraps the function that `router.param` is given. */
export function wrapParam(handler: unknown, plugin: LoadedPlugin, at: string): unknown {
  if (typeof handler !== 'function') return handler
  const run: Run = attribute(plugin, 'router', at, handler as Run)
  const view = viewAs(plugin)
  const nextOf = attributeNext(plugin, 'router', at)
  return (req: object, res: unknown, next: unknown, ...value: unknown[]) => {
    view(req)
    return run(req, res, nextOf(req, next), ...value)
  }
}

/** The place that forwarded a value which is no error, by request, because such a value can't be marked itself. */
const places = new WeakMap<object, Attribution>()

/** Values by which handlers skip other handlers; they are no failures. */
const SKIPS = new Set<unknown>(['route', 'router'])

/** The `next` that a plugin's handler gets: errors that the handler forwards are marked as the plugin's. */
function attributeNext(plugin: LoadedPlugin, hook: string, at: string): (req: object, next: unknown) => unknown {
  const place = placeOf(plugin, hook, at)
  return (req, next) => {
    if (plugin.core || typeof next !== 'function') return next
    return (error?: unknown) => {
      if (error instanceof Error) remember(error, place)
      // The plugin's own handlers of errors get the value unchanged. It becomes an error when it leaves the plugin.
      else if (error) places.set(req, place)
      return (next as NextFunction)(error)
    }
  }
}

/** All handlers of a plugin as one handler: every error that it forwards is marked as the plugin's. */
export function attributeHandlers(
  plugin: LoadedPlugin,
  hook: string,
  at: string,
  handler: RequestHandler,
): RequestHandler {
  if (plugin.core) return handler
  const whole = placeOf(plugin, hook, at)
  return (req, res, next) =>
    handler(req, res, (error?: unknown) => {
      if (!error || SKIPS.has(error)) return next()
      next(remember(error, places.get(req) ?? whole))
    })
}
