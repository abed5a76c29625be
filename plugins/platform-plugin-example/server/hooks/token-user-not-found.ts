import type { UnknownToken, User } from '@platform/plugin-sdk'
import { users } from '@platform/server/services/users'

/**
 * `tokenUserNotFound`: finds or makes the user of a valid token whose user is unknown. Use it when another
 * service signs people in and signs tokens with your key. Answer for your own tokens only, and `null` for the rest.
 */
export async function tokenUserNotFound({ jwt }: UnknownToken): Promise<User | null> {
  const { sub, provider, name } = jwt
  if (provider !== 'example' || typeof sub !== 'string') return null
  return users.upsertExternalUser(null, sub, 'example', typeof name === 'string' ? name : sub)
}
