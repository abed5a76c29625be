import { nearestName } from '@platform/plugin-sdk'
import { type LoadedPlugin, label } from '../contract/loaded-plugin.ts'
import type { Ledger } from './ledger.ts'
import type { Problem } from './problem.ts'
import type { MountedRoute } from './routes.ts'

interface Known {
  readonly ledger: Ledger
  readonly coordinates: readonly string[]
  readonly routes: readonly MountedRoute[]
}

/** What an operator allows a plugin that has nothing of that name: probably a slip, and nothing is allowed by it. */
export function idleRules(plugins: readonly LoadedPlugin[], { ledger, coordinates, routes }: Known): Problem[] {
  return plugins
    .filter(({ allow }) => allow.length > 0)
    .flatMap(member => {
      const known = [
        ...ledger.rulesOf(member),
        ...coordinates.map(at => `schema.override:${at}`),
        ...routes.filter(route => route.member === member).map(({ method, path }) => `route.cover:${method} ${path}`),
      ]
      return member.allow
        .filter(rule => !known.includes(rule))
        .map((rule): Problem => {
          const near = nearestName(rule, known)
          return {
            code: 'PLUGIN_ALLOW_UNUSED',
            owners: [member.name],
            message: `${label(member)} is allowed ${rule}, and has nothing of that name\n  ${member.name}  ${member.origin}`,
            fix: near ? `did you mean ${near}?` : `take it out of settings.${member.name}.allow`,
          }
        })
    })
}
