import { PERMISSIONS } from '@platform/auth'

/** The names of all permissions, for plugins that import `perms/constants`: `constants.SEARCH_OTHER_USERS`. */
export const constants: Readonly<Record<string, string>> = Object.freeze(
  Object.fromEntries(Object.keys(PERMISSIONS).map(name => [name, name])),
)

export default constants
export { constants as 'module.exports' }
