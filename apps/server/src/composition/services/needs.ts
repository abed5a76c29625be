import { label, type Problem, referenceTo } from '@platform/plugin-host'
import type { DefinedService } from './defined-service.ts'

/** Services that need each other, directly or by way of others: each circle once. */
export function serviceCircles(defined: ReadonlyMap<string, DefinedService>): Problem[] {
  const circles: DefinedService[][] = []
  const done = new Set<DefinedService>()
  const visit = (service: DefinedService, above: readonly DefinedService[]): void => {
    const from = above.indexOf(service)
    if (from >= 0) circles.push(above.slice(from))
    if (from >= 0 || done.has(service)) return
    for (const need of service.definition.needs as readonly string[]) {
      const other = defined.get(need)
      if (other) visit(other, [...above, service])
    }
    done.add(service)
  }
  for (const service of defined.values()) visit(service, [])
  return circles.map(told)
}

function told(circle: readonly DefinedService[]): Problem {
  const plugins = [...new Set(circle.map(({ plugin }) => plugin))]
  const way = [...circle, circle[0]!].map(({ name, plugin }) => `${name} of ${label(plugin)}`).join(' needs ')
  return {
    code: 'PLUGIN_HOOK_INVALID',
    plugins: plugins.map(referenceTo),
    hook: 'services',
    message: `services that need each other can't be made: ${way}`,
    fix:
      circle.length === 1
        ? `take ${circle[0]!.name} out of its own needs`
        : 'move what both need into a service of its own, or let one be given what it needs of the other when it is called',
  }
}
