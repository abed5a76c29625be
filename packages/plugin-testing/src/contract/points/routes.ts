import { isOwnPath } from '@platform/plugin-host'
import type { Finding } from '../finding.ts'
import { mountedRoutes } from '../mounted-routes.ts'
import type { Subject } from '../subject.ts'
import { strategyNames } from './strategies.ts'

/**
 * The paths of a plugin: `/api/v1/<name>`, `/<name>`, and `/api/v1/auth/<name>` for ways to sign in, with all paths
 * below. The names of its strategies count as its names too.
 */
export function checkRoutes(subject: Subject): Finding[] {
  const {
    shortName,
    hooks: { router },
  } = subject
  if (!router || shortName === null) return []
  const own = [shortName, ...strategyNames(subject)]
  return mountedRoutes(router)
    .filter(({ path }) => path === null || !isOwnPath(path, own))
    .map(
      ({ method, path }): Finding =>
        path === null
          ? {
              point: 'routes',
              message: `router.${method} without a path sees the requests of every plugin`,
              fix: `give it the plugin's own: router.${method}('/api/v1/${shortName}', ...)`,
            }
          : {
              point: 'routes',
              message: `${method.toUpperCase()} ${path} is outside of the plugin's own paths`,
              fix: `begin it with /api/v1/${shortName}, /api/v1/auth/${shortName} or /${shortName}`,
            },
    )
}
