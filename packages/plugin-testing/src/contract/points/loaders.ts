import type { Finding } from '../finding.ts'
import type { RunningSubject } from '../subject.ts'

/** A record loaded for one request must not be remembered for the next, whose caller may not see it. */
export function checkLoaders({ hooks, context }: RunningSubject): Finding[] {
  return (['loaders', 'mutators'] as const).flatMap(hook => {
    const make = hooks[hook]
    if (!make) return []
    const [first, second] = [make(context()), make(context())]
    return Object.keys(first).flatMap((group): Finding[] => {
      const [one, other] = [first[group], second[group]]
      if (typeof one !== 'object' || one === null)
        return [
          {
            point: 'loaders',
            message: `${hook} gives ${group} as ${typeof one}, expected functions by name`,
            fix: `write ${hook}: () => ({ ${group}: { load: ... } })`,
          },
        ]
      const shared = one === other || sharedLoaders(one as Record<string, unknown>, other as Record<string, unknown>)
      return shared
        ? [
            {
              point: 'loaders',
              message: `${hook} gives the same ${group} to every request, so one request sees what another loaded`,
              fix: `make it inside the hook: ${hook}: () => ({ ${group}: { ... } })`,
            },
          ]
        : []
    })
  })
}

/** A batching loader that outlives its request. */
function sharedLoaders(one: Record<string, unknown>, other: Record<string, unknown>): boolean {
  return Object.entries(one).some(
    ([name, value]) => typeof value === 'object' && value !== null && 'load' in value && value === other[name],
  )
}
