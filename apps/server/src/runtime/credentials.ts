import type { Changes } from './changes.ts'

/** The fields of a stored user that sign in as the user, or that describe such a field. */
export const CREDENTIALS = ['password', 'tokens', 'attaching'] as const

/**
 * Refuses to save a field that no plugin gets: a record does not have it, so a plugin that sets it would take the place
 * of a value it has not seen, such as a hash by a text.
 *
 * @throws Error that names the field and the services.
 */
export function refuseHidden({ $set = {}, $unset = {} }: Partial<Changes>, hidden: readonly string[]): void {
  const fields = [...Object.keys($set), ...Object.keys($unset)].map(path => path.split('.', 1)[0] ?? '')
  const refused = fields.find(field => hidden.includes(field))
  if (refused === undefined) return
  throw new Error(
    `save() does not store ${refused}, because no plugin gets it: services.accountPasswords.change changes a password, ` +
      'hashPassword of services/users makes a hash that User.updateOne stores, and services.personalTokens has the tokens',
  )
}
