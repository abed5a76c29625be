import { PERMISSIONS } from '@platform/auth'

/** Every permission under its own name: `constants.SEARCH_OTHER_USERS`. */
export const constants: Readonly<Record<string, string>> = Object.freeze(
  Object.fromEntries(Object.keys(PERMISSIONS).map(name => [name, name])),
)

export default constants
export { constants as 'module.exports' }
