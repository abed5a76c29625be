import type { Capability } from '@platform/plugin-sdk'
import type { Finding } from '../finding.ts'
import { mountedRoutes } from '../mounted-routes.ts'
import type { Subject } from '../subject.ts'

const CORE_COLLECTIONS = ['actions', 'assets', 'comments', 'settings', 'users']

/** Reports each capability that a hook of the plugin needs, and that its manifest does not declare. */
export function checkCapabilities({ manifest, hooks }: Subject): Finding[] {
  if (!manifest) return []
  const used: [Capability, string, boolean][] = [
    ['http.routes', 'router mounts routes', hooks.router !== undefined && mountedRoutes(hooks.router).length > 0],
    ['auth.strategies', 'authStrategies adds ways to sign in', (hooks.authStrategies ?? hooks.passport) !== undefined],
    ['auth.users', 'tokenUserNotFound finds users', hooks.tokenUserNotFound !== undefined],
    [
      'docstore.collections',
      'it has records of its own',
      hooks.models !== undefined ||
        (hooks.indexes ?? []).some(({ collection }) => !CORE_COLLECTIONS.includes(collection)),
    ],
  ]
  return used
    .filter(([capability, , uses]) => uses && !(manifest.capabilities ?? []).includes(capability))
    .map(
      ([capability, why]): Finding => ({
        point: 'capabilities',
        message: `${why}, and ${capability} is not declared`,
        fix: `write capabilities: [${quoted([...(manifest.capabilities ?? []), capability])}]`,
      }),
    )
}

function quoted(names: readonly string[]): string {
  return names.map(name => `'${name}'`).join(', ')
}
