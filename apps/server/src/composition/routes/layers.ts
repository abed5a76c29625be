import type KoaRouter from '@koa/router'
import type { IRoute, RequestHandler } from 'express'
import type { ServerContext } from '../../contract/context.ts'

/** A layer of Express's router; those of version 4 have `regexp` in place of `matchers`. */
export interface Layer {
  handle: unknown
  readonly slash?: boolean
  readonly rawPath?: unknown
  readonly regexp?: RegExp
  readonly matchers?: readonly ((path: string) => false | { readonly path: string })[]
  readonly route?: IRoute & { readonly methods: Readonly<Record<string, boolean>> }
}

/** Refuses a request by an error. */
export type Check = (context: ServerContext) => void

/** Calls a handler for requests with a method, before a layer's own handlers are called. */
export function putBefore(layer: Layer, method: string, handler: RequestHandler): void {
  const { route, handle } = layer
  if (route) {
    const handlers = route.stack.length
    route[method.toLowerCase() as 'get'](handler)
    route.stack.unshift(...route.stack.splice(handlers))
    return
  }
  // Express knows a handler of errors by its four parameters.
  if (typeof handle !== 'function' || handle.length > 3) return
  const own = handle as RequestHandler
  const both: RequestHandler = (req, res, next) => handler(req, res, () => own(req, res, next))
  layer.handle = both
}

/** A handler of Express that checks the requests for some paths. */
export function checking(check: Check, matches: (path: string) => boolean): RequestHandler {
  return (req, _res, next) => {
    if (matches(req.baseUrl + req.path)) check((req as unknown as { context: ServerContext }).context)
    next()
  }
}

/** Checks the requests with a method before the handlers of a layer of koa's router are called. */
export function guardLayer(layer: KoaRouter['stack'][number], method: string, check: Check): void {
  const isFor = (asked: string) =>
    method === 'ALL' || method === 'USE' || method === asked || (method === 'GET' && asked === 'HEAD')
  layer.stack.unshift((ctx, next) => {
    if (isFor(ctx.method)) check((ctx.state as { context: ServerContext }).context)
    return next()
  })
}
