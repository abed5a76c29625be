import type { LoadedPlugin } from '@platform/plugin-host'
import type { PermissionNeeds, PermissionRow } from '@platform/plugin-sdk'
import { Kind, parse } from 'graphql'
import { createLedger } from '../../composition/ledger.ts'
import { composeRouter } from '../../composition/routes/router.ts'

/** A root field or route of a plugin, and the roles that it requires of callers. */
export interface EntryPoint {
  /** Such as `RootQuery.people` or `GET /api/v1/people`. */
  readonly place: string
  /**
   * Lists of roles that `needed(...)` requires: a caller needs one role of each list, and an empty list lets every user
   * in. There are no lists for fields.
   */
  readonly needs: readonly (readonly string[])[]
  /** What the plugin's table of permissions requires, where it names the field or route. */
  readonly permission?: PermissionNeeds
}

const ROOTS = new Set(['RootQuery', 'RootMutation', 'Subscription'])

/** The root fields and routes that a plugin adds. Their own code may check callers further. */
export function entryPointsOf(plugin: LoadedPlugin): EntryPoint[] {
  const all = [...rootFields(plugin.hooks.typeDefs ?? '').map(place => ({ place, needs: [] })), ...routesOf(plugin)]
  return all.map(entry => {
    const row = plugin.hooks.permissions?.[entry.place]
    return row === undefined ? entry : { ...entry, permission: isRow(row) ? row.needs : row }
  })
}

const isRow = (row: PermissionNeeds | PermissionRow): row is PermissionRow => typeof row === 'object' && 'needs' in row

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

/** What an entry point requires of callers, as a text. */
export function needsInWords({ needs, permission }: EntryPoint): string {
  const roles = needs.map(any => (any.length === 0 ? SIGNED_IN : any.join(' or ')))
  const all = permission === undefined ? roles : [permissionInWords(permission), ...roles]
  return all.join(', and ') || 'everyone, unless its own code refuses'
}

const SIGNED_IN = 'every signed-in user'

function permissionInWords(permission: PermissionNeeds): string {
  if (permission === 'ANYBODY') return 'everyone'
  if (permission === 'SIGNED_IN') return SIGNED_IN
  return `users with the permission ${[permission].flat().join(' or ')}`
}
