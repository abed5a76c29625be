import { defineRoleGuard } from '@platform/auth'
import { needed, type User, type UserRole } from '@platform/plugin-sdk'
import { currentServices } from '../../runtime/current.ts'

/** Whether a user holds one of the roles, and is neither banned nor suspended; without roles any such user. */
export function has(user: User | null | undefined, ...roles: UserRole[]): boolean {
  return defineRoleGuard(...roles)(user, currentServices().clock.now().getTime())
}

/** Guards for routes: `needed('ADMIN')`. */
export const authorization = { needed, has }

export { needed }
export default authorization
export { authorization as 'module.exports' }
