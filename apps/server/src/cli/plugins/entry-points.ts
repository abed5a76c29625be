import type { LoadedPlugin } from '@platform/plugin-host'
import { Kind, parse } from 'graphql'
import { createLedger } from '../../composition/ledger.ts'
import { composeRouter } from '../../composition/routes/router.ts'

/** A root field or route of a plugin, and the roles that it requires of callers. */
export interface EntryPoint {
  /** Such as `RootQuery.people` or `GET /api/v1/people`. */
  readonly place: string
  /**
   * Lists of roles that `needed(...)` requires: a caller needs one role of each list, and an empty list lets every user
   * in. There are no lists for fields, whose own code checks the caller.
   */
  readonly needs: readonly (readonly string[])[]
}

const ROOTS = new Set(['RootQuery', 'RootMutation', 'Subscription'])

/** The root fields and routes that a plugin adds. Their own code may check callers further. */
export function entryPointsOf(plugin: LoadedPlugin): EntryPoint[] {
  return [...rootFields(plugin.hooks.typeDefs ?? '').map(place => ({ place, needs: [] })), ...routesOf(plugin)]
}

/** Type definitions that can't be parsed give no fields; the start reports them. */
function rootFields(typeDefs: unknown): string[] {
  try {
    return parse(String(typeDefs)).definitions.flatMap(node =>
      (node.kind === Kind.OBJECT_TYPE_DEFINITION || node.kind === Kind.OBJECT_TYPE_EXTENSION) &&
      ROOTS.has(node.name.value)
        ? (node.fields ?? []).map(field => `${node.name.value}.${field.name.value}`)
        : [],
    )
  } catch {
    return []
  }
}

function routesOf(plugin: LoadedPlugin): EntryPoint[] {
  if (!plugin.hooks.router) return []
  const { routes } = composeRouter([plugin], { ledger: createLedger(), permissions: new Map() })
  return routes.map(({ method, path, needs }) => ({
    place: path === null ? 'every request' : `${method} ${path}`,
    needs,
  }))
}

/** The roles that an entry point requires, as a text. */
export function needsInWords({ needs }: EntryPoint): string {
  return (
    needs.map(roles => (roles.length === 0 ? 'every signed-in user' : roles.join(' or '))).join(', and ') ||
    'everyone, unless its own code refuses'
  )
}
