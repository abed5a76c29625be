import type KoaRouter from '@koa/router'
import type { IRoute, RequestHandler, Router as ExpressRouter } from 'express'
import type { Ledger } from './ledger.ts'
import { label, type Member } from './member.ts'
import type { Problem } from './problem.ts'

/** A route, or middleware, as it was mounted. */
export interface MountedRoute {
  readonly member: Member
  /** `koa` routes are asked before `express` ones. */
  readonly kind: 'koa' | 'express'
  /** `GET`, `ALL`, `USE`. */
  readonly method: string
  /** As it was written; `null` for middleware that sees every request. */
  readonly path: string | null
  matches(path: string): boolean
  /** Takes it away, since another member's is to answer. */
  drop(): void
}

interface Layer { readonly rawPath: unknown; readonly matchers: readonly ((path: string) => unknown)[]; readonly route?: IRoute & { readonly methods: Readonly<Record<string, boolean>> } }

/** The routes of a member's Express router, however they were mounted on it. */
export function expressRoutes(router: ExpressRouter, member: Member): MountedRoute[] {
  return (router.stack as unknown as readonly Layer[]).flatMap(layer => {
    const methods = layer.route ? Object.keys(layer.route.methods).map(method => method === '_all' ? 'ALL' : method.toUpperCase()) : ['USE']
    const paths = (Array.isArray(layer.rawPath) ? layer.rawPath : [layer.rawPath]).map(path => layer.route === undefined && path === '/' ? null : String(path))
    return methods.flatMap(method => paths.map((path, i): MountedRoute => ({ member, kind: 'express', method, path, matches: at => Boolean(layer.matchers[i]?.(at)), drop: () => { if (layer.route) passOver(layer.route, method, layer.matchers[i]!) } })))
  })
}

/** The same of its koa router. */
export function koaRoutes(router: KoaRouter, member: Member): MountedRoute[] {
  return router.stack.flatMap(layer => {
    const methods = layer.methods.length === 0 ? ['USE'] : layer.methods.filter(method => method !== 'HEAD' || !layer.methods.includes('GET'))
    return methods.map((method): MountedRoute => ({ member, kind: 'koa', method, path: layer.methods.length === 0 && /^\(?\.?\*?\)?$/.test(String(layer.path)) ? null : String(layer.path), matches: at => layer.match(at), drop: () => {
      layer.methods = layer.methods.filter(other => other !== method && !(method === 'GET' && other === 'HEAD'))
      if (layer.methods.length === 0) router.stack = router.stack.filter(other => other !== layer)
    } }))
  })
}

/** Has a route hand on what comes for one of its methods and paths, before its own handlers. */
function passOver(route: IRoute, method: string, matches: (path: string) => unknown): void {
  const pass: RequestHandler = (req, _res, next) => { next(matches(req.path) ? 'route' : undefined) }
  route[method.toLowerCase() as 'get'](pass)
  route.stack.unshift(route.stack.pop()!)
}

/** Takes away the routes that another member won. @returns those that are left. */
export function dropLost(routes: readonly MountedRoute[], ledger: Ledger): MountedRoute[] {
  return routes.filter(route => {
    const { member, method, path } = route
    const lost = method !== 'USE' && path !== null && ledger.owner('route', `${method} ${shapeOf(path)}`) !== member
    if (lost) route.drop()
    return !lost
  })
}

/** Claims every route. Two paths that differ in the names of their parameters only answer the same requests. */
export function claimRoutes(routes: readonly MountedRoute[], ledger: Ledger): void {
  for (const { member, method, path } of routes) {
    if (method !== 'USE' && path !== null) ledger.claim('route', `${method} ${shapeOf(path)}`, member, `${method} ${path}`)
  }
}

/**
 * Routes of plugins that never get a request, because the pattern of another plugin takes all of theirs.
 *
 * @param routes - in the order they are asked.
 */
export function coveredRoutes(routes: readonly MountedRoute[]): Problem[] {
  return routes.flatMap((route, i) => {
    if (route.member.core || route.method === 'USE' || route.path === null) return []
    const example = exampleOf(route.path)
    const cover = routes.slice(0, i).find(other => other.member !== route.member && !other.member.core && other.method !== 'USE' && shapeOf(other.path!) !== shapeOf(route.path!)
      && (other.method === 'ALL' || other.method === route.method) && other.matches(example) && !mayCover(other))
    return cover ? [covered(route, cover)] : []
  })
}

function mayCover({ member, method, path }: MountedRoute): boolean {
  return member.allow.includes(`route.cover:${method} ${path}`)
}

function covered(route: MountedRoute, cover: MountedRoute): Problem {
  const [first, second] = [cover.member, route.member]
  const later = cover.kind === route.kind ? `list ${first.name} after ${second.name}, ` : ''
  return {
    code: 'PLUGIN_CONFLICT', owners: [first.name, second.name],
    message: `the route ${cover.method} ${cover.path} of ${label(first)} takes every request for ${route.method} ${route.path} of ${label(second)}, which is asked after it\n  ${first.name}  ${first.origin}\n  ${second.name}  ${second.origin}`,
    fix: `begin it with /api/v1/${first.name}, ${later}or, if it hands on what is not its own, say so in plugins.json: "settings": {"${first.name}": {"allow": ["route.cover:${cover.method} ${cover.path}"]}}`,
  }
}

function shapeOf(path: string): string {
  return path.replace(/:\w+/g, ':').replace(/(?<=.)\/$/, '')
}

/** A path that a pattern answers, and that nothing else is likely to be written for. */
function exampleOf(path: string): string {
  return path.replace(/\{[^{}]*\}/g, '').replace(/\/?\*\w*|\(\.\*\)/g, '/~/~').replace(/:\w+(?:\([^)]*\))?\??/g, '~')
}
