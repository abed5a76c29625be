import { isOwnPath, type LoadedPlugin, shortName } from '@platform/plugin-host'
import { createLedger } from '../../composition/ledger.ts'
import { composeRouter } from '../../composition/routes/router.ts'
import { composeStrategies } from '../../composition/sign-in.ts'

/** The routes of a plugin outside its own paths, such as `GET /other`. Names of its strategies are own paths too. */
export function routesOutside(plugin: LoadedPlugin): string[] {
  if (!plugin.hooks.router) return []
  const { registry } = composeStrategies([plugin], createLedger())
  const strategies = Object.keys((registry as unknown as { readonly _strategies: object })._strategies).filter(
    name => name !== 'session',
  )
  const { routes } = composeRouter([plugin], { ledger: createLedger(), permissions: new Map() })
  const outside = routes.filter(
    ({ path }) => path === null || !isOwnPath(path, [shortName(plugin.name), ...strategies]),
  )
  return [
    ...new Set(
      outside.map(({ method, path }) =>
        path === null ? 'middleware without a path, which sees every request' : `${method} ${path}`,
      ),
    ),
  ]
}
