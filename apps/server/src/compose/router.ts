import KoaRouter from '@koa/router'
import express, { type RequestHandler, type Router as ExpressRouter } from 'express'
import type { Middleware } from 'koa'
import type { PluginRouter } from '@platform/plugin-sdk'
import { attribute } from './attribution.ts'
import type { ServerContext } from './context.ts'
import type { Ledger } from './ledger.ts'
import { label, type Member } from './member.ts'
import type { Problem } from './problem.ts'
import { viewAs } from './route-context.ts'

const METHODS = ['get', 'post', 'put', 'patch', 'delete', 'head', 'options', 'all'] as const

/** All routes of all members: the core's first, so that no plugin can stand in front of them. */
export interface ComposedRouter {
  readonly koa: readonly Middleware[]
  readonly express: readonly ExpressRouter[]
  readonly problems: readonly Problem[]
}

export function composeRouter(members: readonly Member[], ledger: Ledger): ComposedRouter {
  const koa: Middleware[] = []
  const routers: ExpressRouter[] = []
  const problems: Problem[] = []
  for (const path of ['/livez', '/startupz', '/readyz']) claimRoute(ledger, { method: 'GET', path, member: members[0]! })
  for (const member of members) {
    if (!member.hooks.router) continue
    const own = express.Router()
    const ownKoa = new KoaRouter()
    try {
      member.hooks.router(recording(own, ownKoa, member, ledger))
    } catch (error) {
      problems.push({ code: 'PLUGIN_HOOK_FAILED', owners: [member.name], message: `${label(member)} router: ${error instanceof Error ? error.message : String(error)}\n  ${member.name}  ${member.origin}` })
    }
    claimLayers(ownKoa, member, ledger)
    koa.push(ownKoa.routes() as unknown as Middleware, ownKoa.allowedMethods() as unknown as Middleware)
    if (own.stack.length > 0) routers.push(own)
  }
  return { koa, express: routers, problems }
}

/** Two paths that differ in the names of their parameters only answer the same requests. */
function claimRoute(ledger: Ledger, { method, path, member }: { method: string; path: string; member: Member }): void {
  ledger.claim('route', `${method} ${path.replace(/:\w+/g, ':').replace(/(?<=.)\/$/, '')}`, member, `${method} ${path}`)
}

/** The same for routes in koa's form, once they are all there. */
function claimLayers(router: KoaRouter, member: Member, ledger: Ledger): void {
  const view = viewAs(member)
  for (const layer of router.stack) {
    const [method, ...others] = layer.methods.filter(each => each !== 'HEAD')
    for (const each of method === undefined ? [] : [method, ...others]) claimRoute(ledger, { method: each, path: String(layer.path), member })
    layer.stack = layer.stack.map(handler => {
      const run = attribute(member, 'router', `${method ?? 'USE'} ${String(layer.path)}`, handler)
      return (ctx, next) => { view(ctx.state); return run(ctx, next) }
    })
  }
}

/** The member's own router; it claims each path, and what its handlers throw is the member's. */
function recording(router: ExpressRouter, koa: KoaRouter, member: Member, ledger: Ledger): PluginRouter<ServerContext> {
  for (const method of [...METHODS, 'use'] as const) {
    const mount = (router[method] as (...args: unknown[]) => unknown).bind(router)
    Object.defineProperty(router, method, {
      value: (path: unknown, ...handlers: unknown[]) => {
        const at = `${method.toUpperCase()} ${String(path)}`
        if (method !== 'use' && typeof path === 'string') claimRoute(ledger, { method: method.toUpperCase(), path, member })
        return mount(owned(path, member, at), ...handlers.map(handler => owned(handler, member, at)))
      },
    })
  }
  return Object.assign(router, { koa }) as unknown as PluginRouter<ServerContext>
}

function owned(handler: unknown, member: Member, at: string): unknown {
  if (Array.isArray(handler)) return handler.map(entry => owned(entry, member, at))
  if (typeof handler !== 'function' || 'stack' in handler) return handler
  // Express tells an error handler by its four parameters, so the wrapper declares as many.
  const run = attribute(member, 'router', at, handler as never) as unknown as (...args: unknown[]) => unknown
  const view = viewAs(member)
  if (handler.length === 4) return (error: unknown, req: object, res: unknown, next: unknown) => { view(req); return run(error, req, res, next) }
  return ((req, res, next) => { view(req); return run(req, res, next) }) satisfies RequestHandler
}
