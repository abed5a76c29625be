import type { Update } from '@platform/docstore'
import type { User, UserRecord } from '@platform/plugin-sdk'
import { CREDENTIALS } from './credentials.ts'
import { USER_METHODS } from './user-methods.ts'

/** The update of a user that adds a number to one of the user's karmas. */
export function karmaUpdate(kind: 'comment' | 'flag', step: number): Update<User> {
  return { $inc: { [`metadata.trust.${kind}.karma`]: step } }
}

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

/** A stored field with the name of a method, which a plugin wrote, would take the place of the method. */
const NOT_SHOWN: ReadonlySet<string> = new Set([...CREDENTIALS, ...Object.keys(USER_METHODS), '__proto__'])

/** A user with the methods that plugins call, and without the fields that no plugin, event or answer may have. */
export function withoutCredentials(user: User): UserRecord
export function withoutCredentials(user: User | null): UserRecord | null
export function withoutCredentials(user: User | null): UserRecord | null {
  if (user === null) return null
  const record = Object.create(USER_METHODS) as UserRecord & Record<string, unknown>
  for (const name of Object.keys(user)) if (!NOT_SHOWN.has(name)) record[name] = Reflect.get(user, name)
  const attaching: unknown = Reflect.get(user, 'attaching')
  // The address that waits for its confirmation is shown to the user; the hash beside it is not.
  if (typeof attaching === 'object' && attaching !== null)
    record['attaching'] = { email: Reflect.get(attaching, 'email') }
  return record
}

/** The user without credentials. A record that the server itself gave to a plugin is returned as it is. */
export function asRecord(user: User | null): UserRecord | null {
  return user && Object.getPrototypeOf(user) === USER_METHODS ? (user as UserRecord) : withoutCredentials(user)
}
