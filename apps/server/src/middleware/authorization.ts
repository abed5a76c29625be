import { needed, type User } from '@platform/plugin-sdk'

/** Whether a user holds one of the roles; without roles, whether there is a user. */
export function has(user: User | null | undefined, ...roles: string[]): boolean {
  return user !== null && user !== undefined && (roles.length === 0 || user.roles.some(role => roles.includes(role)))
}

/** Guards for routes: `needed('ADMIN')`. */
export const authorization = { needed, has }

export { needed }
export default authorization
export { authorization as 'module.exports' }
