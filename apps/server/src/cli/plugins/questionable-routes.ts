import { ROLES } from '@platform/auth'
import { isOwnPath, type LoadedPlugin, shortName } from '@platform/plugin-host'
import type { UserRole } from '@platform/plugin-sdk'
import { createLedger } from '../../composition/ledger.ts'
import type { MountedRoute } from '../../composition/routes/mounted-routes.ts'
import { composeRouter } from '../../composition/routes/router.ts'
import { composeStrategies } from '../../composition/sign-in.ts'
import { composeWith } from '../../runtime/current-services.ts'
import { createRegistry } from '../../runtime/strategies.ts'

/** The routes of a plugin about which the doctor has advice, such as `GET /other`. */
export interface QuestionableRoutes {
  /** The routes outside the plugin's own paths. A path that begins with the name of its strategy is its own, too. */
  readonly outside: readonly string[]
  /** The routes that a role may use and an administrator may not, each with that role. */
  readonly withoutAdmin: readonly { readonly route: string; readonly role: UserRole }[]
}

export function questionableRoutes(plugin: LoadedPlugin): QuestionableRoutes {
  if (!plugin.hooks.router) return { outside: [], withoutAdmin: [] }
  const registry = createRegistry()
  const { routes } = composeWith(registry, () => {
    composeStrategies([plugin], { ledger: createLedger(), registry })
    return composeRouter([plugin], { ledger: createLedger(), permissions: new Map() })
  })
  const strategies = Object.keys((registry as unknown as { readonly _strategies: object })._strategies).filter(
    name => name !== 'session',
  )
  const outside = routes
    .filter(({ path }) => path === null || !isOwnPath(path, [shortName(plugin.name), ...strategies]))
    .map(nameOf)
  const withoutAdmin = routes.flatMap(route =>
    route.needs
      .filter(roles => roles.length > 0 && !roles.includes('ADMIN'))
      .map(roles => ({ route: nameOf(route), role: weakestOf(roles) })),
  )
  return { outside: [...new Set(outside)], withoutAdmin }
}

function nameOf({ method, path }: Pick<MountedRoute, 'method' | 'path'>): string {
  return path === null ? 'middleware without a path, which sees every request' : `${method} ${path}`
}

function weakestOf(roles: readonly UserRole[]): UserRole {
  return ROLES.findLast(role => roles.includes(role)) ?? 'COMMENTER'
}
