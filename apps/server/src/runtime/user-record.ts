import type { User, UserMethods, UserRecord } from '@platform/plugin-sdk'
import { USER_METHODS } from './user-methods.ts'

/** A personal access token, without its secret. One issued before `validAfter` of its user is refused too. */
export interface PersonalToken {
  readonly id: string
  readonly name: string
  readonly active: boolean
  readonly issued_at?: Date
}

/** A user as the store has it. Only the code that checks credentials reads it; all other code gets a {@link User}. */
export interface StoredUser extends User {
  /** The hash of the password; absent for users without a password. */
  password?: string
  tokens: PersonalToken[]
}

/** The fields of a stored user by which somebody could sign in, or which describe such a way. */
export const CREDENTIALS = ['password', 'tokens', 'attaching'] as const

/** A user with the methods that plugins call, and without the fields that no plugin, event or answer may have. */
export function withoutCredentials(user: User): UserRecord
export function withoutCredentials(user: User | null): UserRecord | null
export function withoutCredentials(user: User | null): UserRecord | null {
  if (user === null) return null
  const record = Object.assign(Object.create(USER_METHODS) as UserMethods, user)
  const attaching: unknown = Reflect.get(user, 'attaching')
  for (const field of CREDENTIALS) Reflect.deleteProperty(record, field)
  // The address that waits for its confirmation is shown to the user; the hash beside it is not.
  if (typeof attaching === 'object' && attaching !== null)
    Object.assign(record, { attaching: { email: Reflect.get(attaching, 'email') as unknown } })
  return record
}

/** The same for a user from elsewhere, such as a plugin; one that the server gave out stays the same object. */
export function asRecord(user: User | null): UserRecord | null {
  return user && Object.getPrototypeOf(user) === USER_METHODS ? (user as UserRecord) : withoutCredentials(user)
}
