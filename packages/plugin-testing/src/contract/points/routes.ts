import type { Finding } from '../finding.ts'
import { mountedRoutes, type Mounted } from '../mounted-routes.ts'
import type { Subject } from '../subject.ts'

/** `/api/v1/<name>`, `/<name>`, and `/api/v1/auth/<name>` for ways to sign in, with whatever follows. */
export function checkRoutes(subject: Subject): Finding[] {
  const { shortName, hooks: { router } } = subject
  if (!router || shortName === null) return []
  return mountedRoutes(router).filter(route => !isOwn(route, shortName)).map(({ method, path }): Finding => path === null
    ? { point: 'routes', message: `router.${method} without a path sees the requests of every plugin`, fix: `give it the plugin's own: router.${method}('/api/v1/${shortName}', ...)` }
    : { point: 'routes', message: `${method.toUpperCase()} ${path} is outside of the plugin's own paths`, fix: `begin it with /api/v1/${shortName}, /api/v1/auth/${shortName} or /${shortName}` })
}

function isOwn({ path }: Mounted, name: string): boolean {
  if (path === null) return false
  const [first, second, third, fourth] = path.split('/').slice(1)
  if (path.split('/').includes('..')) return false
  return named(first, name) || (first === 'api' && second === 'v1' && (named(third, name) || (third === 'auth' && named(fourth, name))))
}

/** `likes`, and what continues it: `likes.json`, `likes:id`. */
function named(part: string | undefined, name: string): boolean {
  return part === name || (part !== undefined && part.startsWith(name) && /^[.:({]/.test(part.slice(name.length)))
}
