import { NotAuthorizedError } from '@platform/plugin-sdk'
import type { ServerContext } from '../compose/context.ts'

/** @throws NotAuthorizedError unless the caller holds the permission: 401 where signing in would help, else 403. */
export function demand(context: ServerContext, permission: string): void {
  if (context.can(permission)) return
  throw context.user ? new NotAuthorizedError() : new NotAuthorizedError('Sign in first', { status: 401 })
}
