import type { Manifest } from '@platform/plugin-sdk'
import { isSameName } from './names.ts'

/** The facts by which a plugin is ordered. */
export interface Placed {
  readonly name: string
  readonly manifest: Pick<Manifest, 'name' | 'requires' | 'optional' | 'order'> | null
}

/** The plugins, each after those it needs; or the names of a circle of plugins that wait for each other. */
export type Ordering<T> = { readonly ordered: readonly T[] } | { readonly cycle: readonly string[] }

/** Orders plugins by `requires`, `optional` and `order` of their manifests, and else as they are listed. */
export function orderPlugins<T extends Placed>(plugins: readonly T[]): Ordering<T> {
  const waitsFor = dependencies(plugins)
  const ordered: T[] = []
  const left = new Set(plugins)
  while (left.size > 0) {
    const next = [...left].find(plugin => !waitsFor(plugin).some(other => left.has(other)))
    if (!next) return { cycle: cycleIn(left, waitsFor) }
    ordered.push(next)
    left.delete(next)
  }
  return { ordered }
}

/** Whether a name in a manifest means this plugin. */
export function answersTo(plugin: Placed, name: string): boolean {
  return isSameName(plugin.name, name) || (plugin.manifest !== null && isSameName(plugin.manifest.name, name))
}

/** For each plugin, those that come before it. */
type WaitsFor<T> = (plugin: T) => readonly T[]

function dependencies<T extends Placed>(plugins: readonly T[]): WaitsFor<T> {
  const named = (names: readonly string[] | undefined, self: T) =>
    plugins.filter(other => other !== self && (names ?? []).some(name => answersTo(other, name)))
  const edges = new Map(
    plugins.map(plugin => {
      const { requires = {}, optional = {}, order = {} } = plugin.manifest ?? {}
      return [plugin, named([...Object.keys(requires), ...Object.keys(optional), ...(order.after ?? [])], plugin)]
    }),
  )
  for (const plugin of plugins)
    for (const later of named(plugin.manifest?.order?.before, plugin)) edges.get(later)?.push(plugin)
  return plugin => edges.get(plugin) ?? []
}

/** Finds a circle: follows from each plugin to one that it waits for, until a plugin comes twice. */
function cycleIn<T extends Placed>(left: ReadonlySet<T>, waitsFor: WaitsFor<T>): string[] {
  const path: T[] = []
  let [at] = left
  while (at && !path.includes(at)) {
    path.push(at)
    at = waitsFor(at).find(other => left.has(other))
  }
  return path.slice(at ? path.indexOf(at) : 0).map(({ name }) => name)
}
