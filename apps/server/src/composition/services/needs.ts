import { type LoadedPlugin, label, type Problem, referenceTo } from '@platform/plugin-host'
import { nearestName, type ServiceDefinition } from '@platform/plugin-sdk'

/** A service that is defined, and the plugin it comes from. */
export interface DefinedService {
  readonly name: string
  readonly plugin: LoadedPlugin
  readonly definition: AnyDefinition
}

/** The definition of some service. Its types were checked where the definition was written. */
export type AnyDefinition = ServiceDefinition<unknown, never>

/** The names of the services that a service needs. */
export function needsOf({ definition }: DefinedService): readonly string[] {
  return definition.needs
}

/** The services in an order in which each follows those it needs. */
export function inOrder(all: readonly DefinedService[]): DefinedService[] {
  const byName = new Map(all.map(service => [service.name, service]))
  const ordered = new Set<DefinedService>()
  const add = (service: DefinedService): void => {
    for (const need of needsOf(service)) {
      const other = byName.get(need)
      if (other && !ordered.has(other)) add(other)
    }
    ordered.add(service)
  }
  for (const service of all) add(service)
  return [...ordered]
}

/** The problem of a service that has the name of one that the server makes before any plugin. */
export function reserved({ name, plugin }: DefinedService): Problem {
  return {
    code: 'PLUGIN_CONFLICT',
    plugins: [referenceTo(plugin)],
    claim: 'service',
    at: name,
    message: `${label(plugin)} defines the service ${name}, which the server makes before any plugin`,
    fix: `give the service another name in ${plugin.name}`,
  }
}

/** The needs of a service that no plugin gives. */
export function unknownNeeds(service: DefinedService, known: readonly string[]): Problem[] {
  const { name, plugin } = service
  return needsOf(service)
    .filter(need => !known.includes(need))
    .map((need): Problem => {
      const near = nearestName(need, known)
      const names = known.toSorted().join(', ')
      return {
        code: 'PLUGIN_HOOK_INVALID',
        plugins: [referenceTo(plugin)],
        hook: 'services',
        at: name,
        message: `needs the service ${need}, and there is no such service`,
        fix: near
          ? `did you mean ${near}?`
          : `correct the name, or require the plugin that gives it; the services are ${names}`,
      }
    })
}

/** Services that need each other, directly or by way of others. Each circle is one problem. */
export function serviceCircles(defined: ReadonlyMap<string, DefinedService>): Problem[] {
  const circles: DefinedService[][] = []
  const done = new Set<DefinedService>()
  const visit = (service: DefinedService, above: readonly DefinedService[]): void => {
    const from = above.indexOf(service)
    if (from >= 0) circles.push(above.slice(from))
    if (from >= 0 || done.has(service)) return
    for (const need of needsOf(service)) {
      const other = defined.get(need)
      if (other) visit(other, [...above, service])
    }
    done.add(service)
  }
  for (const service of defined.values()) visit(service, [])
  return circles.map(circleProblem)
}

function circleProblem(circle: readonly DefinedService[]): Problem {
  const plugins = [...new Set(circle.map(({ plugin }) => plugin))]
  const names = circle.map(({ name, plugin }) => `${name} of ${label(plugin)}`)
  return {
    code: 'PLUGIN_HOOK_INVALID',
    plugins: plugins.map(referenceTo),
    hook: 'services',
    message: `services that need each other can't be made: ${[...names, ...names.slice(0, 1)].join(' needs ')}`,
    fix:
      circle.length === 1
        ? `take ${circle.map(({ name }) => name).join()} out of its own needs`
        : 'move what both need into a service of its own, ' +
          'or let one be given what it needs of the other when it is called',
  }
}
