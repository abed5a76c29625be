import { type LoadedPlugin, label, type Problem, referenceTo } from '@platform/plugin-host'
import { LIVE_PATH } from '../../contract/live-path.ts'
import { type Ledger, ownPathFix } from '../ledger.ts'
import type { MountedRoute } from './mounted-routes.ts'

/** Paths that the server answers before any router. */
export const RESERVED = ['/livez', '/startupz', '/readyz', LIVE_PATH]

/** A route with a path, which a plugin can own. */
type Claimed = MountedRoute & { readonly path: string }

/** A reserved path as a route: it answers all methods. */
export function reservedRoute(plugin: LoadedPlugin, path: string): MountedRoute {
  return {
    plugin,
    kind: 'koa',
    method: 'ALL',
    path,
    mount: {},
    needs: [],
    handsOn: false,
    matches: at => at === path,
    guard() {},
    drop() {},
  }
}

/**
 * Claims every route. Paths that differ only in the names of their parameters, or in upper and lower case, are the same
 * path; `ALL` claims every method that another plugin mounts at that path.
 */
export function claimRoutes(routes: readonly MountedRoute[], ledger: Ledger): void {
  const claimed = routes.filter(isClaimed)
  for (const route of claimed) {
    for (const method of methodsOf(route, claimed))
      ledger.claim('route', `${method} ${shapeOf(route.path)}`, route.plugin, `${route.method} ${route.path}`)
  }
}

/** Removes the routes that another plugin owns. @returns the other routes. */
export function dropLost(routes: readonly MountedRoute[], ledger: Ledger): MountedRoute[] {
  const claimed = routes.filter(isClaimed)
  return routes.filter(route => {
    if (!isClaimed(route)) return true
    const lost = methodsOf(route, claimed).filter(
      method => ledger.owner('route', `${method} ${shapeOf(route.path)}`) !== route.plugin,
    )
    for (const method of lost) route.drop(method)
    return !lost.includes(route.method)
  })
}

function isClaimed(route: MountedRoute): route is Claimed {
  return route.method !== 'USE' && route.path !== null
}

/** The method of a route; for `ALL` also the methods that other plugins mount at that path. */
function methodsOf({ method, path, plugin }: Claimed, all: readonly Claimed[]): string[] {
  if (method !== 'ALL') return [method]
  return [
    ...new Set([
      'ALL',
      ...all
        .filter(other => other.plugin !== plugin && shapeOf(other.path) === shapeOf(path))
        .map(other => other.method),
    ]),
  ]
}

/** Routes that a plugin mounts twice, so that the second never gets a request. */
export function repeatedRoutes(routes: readonly MountedRoute[]): Problem[] {
  const claimed = routes.filter(isClaimed)
  return claimed
    .filter((route, i) => !route.plugin.core && claimed.slice(0, i).some(earlier => isRepeated(earlier, route)))
    .map(({ plugin, method, path }) => ({
      code: 'PLUGIN_CONFLICT',
      plugins: [referenceTo(plugin)],
      claim: 'route',
      at: `${method} ${path}`,
      message:
        `${label(plugin)} mounts the route ${method} ${path} twice; ` +
        'the second gets no request, for the first hands nothing on',
      fix:
        'mount it once, with its handlers one after another: ' +
        `router.${method.toLowerCase()}(${JSON.stringify(path)}, first, second)`,
    }))
}

function isRepeated(earlier: Claimed, { plugin, mount, method, path }: Claimed): boolean {
  return (
    earlier.plugin === plugin &&
    earlier.mount !== mount &&
    !earlier.handsOn &&
    earlier.method === method &&
    shapeOf(earlier.path) === shapeOf(path)
  )
}

/**
 * Routes of plugins that never get a request, because a pattern of another plugin, or of the core, matches all of them.
 *
 * @param routes - in the order in which they are tried.
 */
export function coveredRoutes(routes: readonly MountedRoute[]): Problem[] {
  const claimed = routes.filter(isClaimed)
  return claimed.flatMap((route, i) => {
    if (route.plugin.core) return []
    const [examples, shape] = [examplesOf(route.path), shapeOf(route.path)]
    const cover = claimed
      .slice(0, i)
      .find(
        other =>
          other.plugin !== route.plugin &&
          (other.method === 'ALL' || other.method === route.method) &&
          shapeOf(other.path) !== shape &&
          examples.every(example => other.matches(example)) &&
          !mayCover(other),
      )
    return cover ? [covered(route, cover)] : []
  })
}

function mayCover({ plugin, method, path }: MountedRoute): boolean {
  return plugin.allow.includes(`route.cover:${method} ${path}`)
}

function covered(route: MountedRoute, cover: MountedRoute): Problem {
  const [first, second] = [cover.plugin, route.plugin]
  const pattern = `${cover.method} ${cover.path}`
  const later = cover.kind === route.kind ? `list ${first.name} after ${second.name}, ` : ''
  const setting = `"settings": {"${first.name}": {"allow": ["route.cover:${pattern}"]}}`
  return {
    code: 'PLUGIN_CONFLICT',
    plugins: [referenceTo(first), referenceTo(second)],
    claim: 'route',
    at: pattern,
    message:
      `the route ${pattern} of ${label(first)} takes every request for ${route.method} ${route.path} ` +
      `of ${label(second)}, which is asked after it`,
    fix: first.core
      ? ownPathFix(second.name)
      : `begin it with /api/v1/${first.name}, ${later}or, if it hands on what is not its own, ` +
        `say so in plugins.json: ${setting}`,
  }
}

/** A path without the names of its parameters, in lower case: paths of the same shape answer the same requests. */
function shapeOf(path: string): string {
  return path
    .replace(/:\w+/g, ':')
    .replace(/(?<=.)\/$/, '')
    .toLowerCase()
}

/**
 * Paths that a pattern matches, with its optional parts and without them. Their `~` stands for parameters, because
 * hardly any other route is written for a path with that character.
 */
function examplesOf(path: string): string[] {
  const filled = (written: string) =>
    written.replace(/\/?\*\w*|\(\.\*\)/g, '/~/~').replace(/:\w+(?:\([^)]*\))?\??/g, '~')
  return [...new Set([filled(path.replace(/[{}]/g, '')), filled(path.replace(/\{[^{}]*\}/g, ''))])]
}
