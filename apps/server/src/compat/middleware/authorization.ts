import { defineRoleGuard } from '@platform/auth'
import { needed, type User, type UserRole } from '@platform/plugin-sdk'
import { currentServices } from '../../runtime/current-services.ts'

/** Whether a user is neither banned nor suspended and has one of the roles; without roles, every role is accepted. */
export function has(user: User | null | undefined, ...roles: UserRole[]): boolean {
  return defineRoleGuard(...roles)(user, currentServices().clock.now().getTime())
}

/** The guards of routes, for plugins that import `middleware/authorization`, such as `needed('ADMIN')`. */
export const authorization = { needed, has }

export { needed }
export default authorization
export { authorization as 'module.exports' }
