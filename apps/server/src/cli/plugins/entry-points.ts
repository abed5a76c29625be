import type { LoadedPlugin } from '@platform/plugin-host'
import { Kind, parse } from 'graphql'
import { createLedger } from '../../composition/ledger.ts'
import { composeRouter } from '../../composition/routes/router.ts'

/** A place where a plugin lets callers in, and what is asked of them there. */
export interface EntryPoint {
  /** `RootQuery.people`, `GET /api/v1/people`. */
  readonly place: string
  /** By `needed(...)`: one of the roles of each list; an empty list asks for any account. Of fields nothing is known. */
  readonly needs: readonly (readonly string[])[]
}

const ROOTS = new Set(['RootQuery', 'RootMutation', 'Subscription'])

/** The root fields and routes a plugin adds. Whether their own code asks for more only that code knows. */
export function entryPointsOf(plugin: LoadedPlugin): EntryPoint[] {
  return [...rootFields(plugin.hooks.typeDefs ?? '').map(place => ({ place, needs: [] })), ...routesOf(plugin)]
}

/** Text that can't be read is reported elsewhere. */
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

/** What is asked of a caller, in words. */
export function needsInWords({ needs }: EntryPoint): string {
  return (
    needs.map(roles => (roles.length === 0 ? 'anybody signed in' : roles.join(' or '))).join(', and ') ||
    'everybody, unless its own code refuses'
  )
}
