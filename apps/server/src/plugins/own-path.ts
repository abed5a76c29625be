import { createLedger } from '../composition/ledger.ts'
import { composeRouter } from '../composition/router.ts'
import { composeStrategies } from '../composition/strategies.ts'
import type { LoadedPlugin } from '../contract/loaded-plugin.ts'
import { shortName } from './names.ts'

/** Whether a path is under one of these names: `/api/v1/<name>`, `/api/v1/auth/<name>`, `/<name>`, and what follows. */
export function isOwnPath(path: string, names: readonly string[]): boolean {
  const parts = path.split('/').slice(1)
  if (parts.includes('..')) return false
  const [first, second, third, fourth] = parts
  return names.some(
    name =>
      isNamed(first, name) ||
      (first === 'api' && second === 'v1' && (isNamed(third, name) || (third === 'auth' && isNamed(fourth, name)))),
  )
}

/** `likes`, and what continues it: `likes.json`, `likes:id`. */
function isNamed(part: string | undefined, name: string): boolean {
  return part === name || (part !== undefined && part.startsWith(name) && /^[.:({]/.test(part.slice(name.length)))
}

/** What a plugin mounts outside of its own paths: `GET /other`. The ways to sign in that it adds are its own names too. */
export function routesOutside(member: LoadedPlugin): string[] {
  if (!member.hooks.router) return []
  const { registry } = composeStrategies([member], createLedger())
  const strategies = Object.keys((registry as unknown as { readonly _strategies: object })._strategies).filter(
    name => name !== 'session',
  )
  const { routes } = composeRouter([member], { ledger: createLedger(), permissions: new Map() })
  const outside = routes.filter(
    ({ path }) => path === null || !isOwnPath(path, [shortName(member.name), ...strategies]),
  )
  return [
    ...new Set(
      outside.map(({ method, path }) =>
        path === null ? 'middleware without a path, which sees the requests of everybody' : `${method} ${path}`,
      ),
    ),
  ]
}
