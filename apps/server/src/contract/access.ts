import type { Permission } from '@platform/auth'
import type { PermissionNeeds, PermissionRow, PermissionTable } from '@platform/plugin-sdk'
import type { ServerContext } from './context.ts'

/** What a caller needs: nothing, to be signed in, or one of some permissions. */
export type Needs = PermissionNeeds

/** One row of the table of permissions. */
export type Access = PermissionRow

/** Rows by the place that each is about: `RootQuery.users`, `User.email`, `POST /api/v1/setup`. */
export type AccessTable = PermissionTable<Permission>

/** Whether the caller of a context has what a row needs. */
export function admits(context: Pick<ServerContext, 'user' | 'can'>, needs: PermissionNeeds): boolean {
  if (needs === 'ANYBODY') return true
  if (needs === 'SIGNED_IN') return context.user !== null
  return typeof needs === 'string' ? context.can(needs) : needs.some(permission => context.can(permission))
}

/** A row in its long form. */
export function accessOf(row: PermissionNeeds | PermissionRow): Access {
  return typeof row === 'object' && 'needs' in row ? row : { needs: row }
}
