import { type LoadedPlugin, label, type Problem, referenceTo } from '@platform/plugin-host'
import type { Ledger } from '../ledger.ts'
import type { MountedRoute } from './mounted-routes.ts'

/** A route with its path: what can be claimed. */
type Claimed = MountedRoute & { readonly path: string }

/** A path that is answered outside every router, whatever the method. */
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
    drop() {},
  }
}

/**
 * Claims every route. Two paths that differ in the names of their parameters only, or in the case of letters,
 * answer the same requests; so do a method and all of them.
 */
export function claimRoutes(routes: readonly MountedRoute[], ledger: Ledger): void {
  const claimed = routes.filter(isClaimed)
  for (const route of claimed) {
    for (const method of methodsOf(route, claimed))
      ledger.claim('route', `${method} ${shapeOf(route.path)}`, route.plugin, `${route.method} ${route.path}`)
  }
}

/** Takes away the routes that another plugin won. @returns those that are left. */
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

/** Its own method, and for `ALL` those that another plugin mounts at that path. */
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
  return claimed.flatMap((route, i) => {
    const { plugin, method, path } = route
    if (
      plugin.core ||
      !claimed
        .slice(0, i)
        .some(
          other =>
            other.plugin === plugin &&
            other.mount !== route.mount &&
            !other.handsOn &&
            other.method === method &&
            shapeOf(other.path) === shapeOf(path),
        )
    )
      return []
    return [
      {
        code: 'PLUGIN_CONFLICT',
        plugins: [referenceTo(plugin)],
        claim: 'route',
        at: `${method} ${path}`,
        message: `${label(plugin)} mounts the route ${method} ${path} twice; the second gets no request, for the first hands nothing on`,
        fix: `mount it once, with its handlers one after another: router.${method.toLowerCase()}(${JSON.stringify(path)}, first, second)`,
      },
    ]
  })
}

/**
 * Routes of plugins that never get a request, because the pattern of another plugin, or of the core, takes all of theirs.
 *
 * @param routes - in the order they are asked.
 */
export function coveredRoutes(routes: readonly MountedRoute[]): Problem[] {
  const claimed = routes.filter(isClaimed)
  return claimed.flatMap((route, i) => {
    if (route.plugin.core) return []
    const examples = examplesOf(route.path)
    const cover = claimed
      .slice(0, i)
      .find(
        other =>
          other.plugin !== route.plugin &&
          shapeOf(other.path) !== shapeOf(route.path) &&
          (other.method === 'ALL' || other.method === route.method) &&
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
  const later = cover.kind === route.kind ? `list ${first.name} after ${second.name}, ` : ''
  return {
    code: 'PLUGIN_CONFLICT',
    plugins: [referenceTo(first), referenceTo(second)],
    claim: 'route',
    at: `${cover.method} ${cover.path}`,
    message: `the route ${cover.method} ${cover.path} of ${label(first)} takes every request for ${route.method} ${route.path} of ${label(second)}, which is asked after it`,
    fix: first.core
      ? `move it under a path of ${second.name}'s own, such as /api/v1/${second.name}; routes of the core are always asked first`
      : `begin it with /api/v1/${first.name}, ${later}or, if it hands on what is not its own, say so in plugins.json: "settings": {"${first.name}": {"allow": ["route.cover:${cover.method} ${cover.path}"]}}`,
  }
}

/** What a path answers, whatever its parameters are called. */
function shapeOf(path: string): string {
  return path
    .replace(/:\w+/g, ':')
    .replace(/(?<=.)\/$/, '')
    .toLowerCase()
}

/** Paths that a pattern answers, with what it leaves open and without, and that nothing else is likely to be written for. */
function examplesOf(path: string): string[] {
  const filled = (written: string) =>
    written.replace(/\/?\*\w*|\(\.\*\)/g, '/~/~').replace(/:\w+(?:\([^)]*\))?\??/g, '~')
  return [...new Set([filled(path.replace(/[{}]/g, '')), filled(path.replace(/\{[^{}]*\}/g, ''))])]
}
