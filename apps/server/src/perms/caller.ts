import type { Permission } from '@platform/auth'
import { NotAuthorizedError, type User } from '@platform/plugin-sdk'
import type { ServerContext } from '../compose/context.ts'

/** The caller, who may be banned. @throws NotAuthorizedError for nobody */
export function signedIn({ user }: ServerContext): User {
  if (!user) throw new NotAuthorizedError()
  return user
}

/** The caller, who has the permission. @throws NotAuthorizedError */
export function allowed(context: ServerContext, permission: Permission): User {
  if (!context.can(permission)) throw new NotAuthorizedError()
  return signedIn(context)
}
