import { randomUUID } from 'node:crypto'
import type { Passwords } from '@platform/auth'
import type { Collection, Docstore } from '@platform/docstore'
import type { Publisher, User, UserRecord, UserRole } from '@platform/plugin-sdk'
import type { Revisions } from '../../pubsub/revisions.ts'
import type { Clock } from '../../runtime/clock.ts'
import { type StoredUser, withoutCredentials } from '../../runtime/user-record.ts'
import type { SettingsService } from '../settings/service.ts'
import { duplicateError } from './duplicates.ts'
import { createUpsertExternal, type UpsertExternal } from './external.ts'
import { newUser, type UserDraft } from './model.ts'
import { addressKey, assertEmail, assertPassword, assertUsername } from './rules.ts'
import { USER_CREATIONS, type UserCreationName } from './transitions.ts'
import { type CheckUsername, createUsernameRules } from './username-rules.ts'

export interface LocalAccount {
  readonly email: string
  readonly username: string
  readonly password: string
  readonly roles?: readonly UserRole[]
  /** Whether the e-mail address is stored as confirmed. */
  readonly confirmed?: boolean
  /** How the account begins. Default: an administrator makes it. */
  readonly creation?: UserCreationName
}

export interface UsersService {
  findById(id: string): Promise<UserRecord | null>
  findByIds(ids: readonly string[]): Promise<UserRecord[]>
  findByEmail(email: string): Promise<User | null>
  findByUsername(username: string): Promise<User | null>
  /** Whether a user has a personal token of this id that is not revoked. */
  hasToken(id: string, jti: string): Promise<boolean>
  readonly checkUsername: CheckUsername
  hasAdministrator(): Promise<boolean>
  /** Makes an account with e-mail address and password. @throws PlatformError that names the first broken rule. */
  createLocal(account: LocalAccount): Promise<User>
  /** Finds the user whom another service identifies, or makes the user. */
  readonly upsertExternal: UpsertExternal
  /** The user if the password is right, else `null`. It takes the same time for an unknown address. */
  authenticate(email: string, password: string): Promise<User | null>
  /** Makes the record of a new account without storing it. */
  draft(draft: UserDraft, now: Date): StoredUser
}

export function createUsers({
  docstore,
  revisions,
  events,
  clock,
  settings,
  passwordHashes,
}: {
  docstore: Docstore
  revisions: Revisions
  events: Publisher
  clock: Clock
  settings: SettingsService
  passwordHashes: Passwords
}): UsersService {
  const users = docstore.collection<StoredUser>('users')
  const checkUsername = createUsernameRules({ docstore, settings })
  const storedByEmail = (email: string) =>
    users.findOne({ profiles: { $elemMatch: { provider: 'local', id: addressKey(email) } } })

  async function insert(draft: UserDraft): Promise<User> {
    const user = newUser(draft, clock.now())
    try {
      await users.insertOne(user)
    } catch (error) {
      throw duplicateError(error)
    }
    revisions.bump('users')
    const { event } = USER_CREATIONS[draft.creation ?? 'appointed']
    const record = withoutCredentials(user)
    if (event !== null) await events.publish(event, record)
    return record
  }

  /** Stores a right password with the current hash method. @returns `null` if the password is not right any more. */
  async function upgrade({ id, older }: { id: string; older: string }, password: string): Promise<StoredUser | null> {
    const upgraded = await users.findOneAndUpdate(
      { id, password: older },
      { $set: { password: await passwordHashes.hash(password) } },
      { returnDocument: 'after' },
    )
    if (upgraded) return upgraded
    // Another sign-in has hashed it meanwhile, or the password was changed.
    const stored = await users.findOne({ id })
    return stored && (await passwordHashes.verify(stored.password, password)).ok ? stored : null
  }

  return {
    draft: newUser,
    checkUsername,
    upsertExternal: createUpsertExternal({ docstore, revisions, events, clock, checkUsername }),
    ...readsOf(users, storedByEmail),
    hasAdministrator: async () => (await users.findOne({ roles: 'ADMIN' })) !== null,
    async createLocal({ email, username, password, roles, confirmed, creation }) {
      const address = assertEmail(email)
      const name = assertUsername(username)
      const hash = await passwordHashes.hash(assertPassword(password, [name, address]))
      const metadata = confirmed ? { confirmed_at: clock.now() } : {}
      return insert({
        id: randomUUID(),
        ...(creation ? { creation } : {}),
        username: name,
        password: hash,
        roles: roles ?? [],
        profiles: [{ provider: 'local', id: address, metadata }],
      })
    },
    async authenticate(email, password) {
      const user = await storedByEmail(email)
      const stored = user?.password ?? null
      const { ok, outdated } = await passwordHashes.verify(stored, password)
      if (!user || stored === null || !ok) return null
      // The user is read again by this password, because it may have been changed while it was verified.
      const current = outdated
        ? await upgrade({ id: user.id, older: stored }, password)
        : await users.findOne({ id: user.id, password: stored })
      return withoutCredentials(current)
    },
  }
}

/** The reads of users. None of them gives credentials. */
function readsOf(users: Collection<StoredUser>, storedByEmail: (email: string) => Promise<StoredUser | null>) {
  return {
    findByEmail: async email => withoutCredentials(await storedByEmail(email)),
    findByUsername: async username =>
      withoutCredentials(await users.findOne({ lowercaseUsername: username.toLowerCase() })),
    findById: async id => withoutCredentials(await users.findOne({ id })),
    async findByIds(ids) {
      if (ids.length === 0) return []
      return (await users.find({ id: { $in: [...ids] } }).toArray()).map(user => withoutCredentials(user))
    },
    async hasToken(id, jti) {
      const stored = await users.findOne({ id }, { projection: { tokens: 1 } })
      return stored?.tokens.some(token => token.id === jti && token.active) ?? false
    },
  } satisfies Partial<UsersService>
}
