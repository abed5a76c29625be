import { randomUUID } from 'node:crypto'
import { hashPassword, verifyPassword } from '@platform/auth'
import type { Docstore } from '@platform/docstore'
import type { Publisher, User, UserRole } from '@platform/plugin-sdk'
import type { Revisions } from '../../pubsub/revisions.ts'
import type { Clock } from '../../runtime/clock.ts'
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
  findById(id: string): Promise<User | null>
  findByIds(ids: readonly string[]): Promise<User[]>
  findByEmail(email: string): Promise<User | null>
  findByUsername(username: string): Promise<User | null>
  readonly checkUsername: CheckUsername
  hasAdministrator(): Promise<boolean>
  /** Makes an account with e-mail address and password. @throws PlatformError that names the first broken rule. */
  createLocal(account: LocalAccount): Promise<User>
  /** Finds the user whom another service identifies, or makes the user. */
  readonly upsertExternal: UpsertExternal
  /** The user if the password is right, else `null`. It takes the same time for an unknown address. */
  authenticate(email: string, password: string): Promise<User | null>
  /** Makes the record of a new account without storing it. */
  draft(draft: UserDraft, now: Date): User
}

export function createUsers({
  docstore,
  revisions,
  events,
  clock,
  settings,
}: {
  docstore: Docstore
  revisions: Revisions
  events: Publisher
  clock: Clock
  settings: SettingsService
}): UsersService {
  const users = docstore.collection<User>('users')
  const checkUsername = createUsernameRules({ docstore, settings })
  const findByEmail = (email: string) =>
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
    if (event !== null) await events.publish(event, { id: user.id })
    return user
  }

  /** Stores a right password with the current hash method. @returns `null` if the password is not right any more. */
  async function upgrade({ id, older }: { id: string; older: string }, password: string): Promise<User | null> {
    const upgraded = await users.findOneAndUpdate(
      { id, password: older },
      { $set: { password: await hashPassword(password) } },
      { returnDocument: 'after' },
    )
    if (upgraded) return upgraded
    // Another sign-in has hashed it meanwhile, or the password was changed.
    const stored = await users.findOne({ id })
    return stored && (await verifyPassword(stored.password ?? null, password)).ok ? stored : null
  }

  return {
    draft: newUser,
    checkUsername,
    upsertExternal: createUpsertExternal({ docstore, revisions, events, clock, checkUsername }),
    findByEmail,
    findByUsername: username => users.findOne({ lowercaseUsername: username.toLowerCase() }),
    findById: id => users.findOne({ id }),
    findByIds: ids => (ids.length === 0 ? Promise.resolve([]) : users.find({ id: { $in: [...ids] } }).toArray()),
    hasAdministrator: async () => (await users.findOne({ roles: 'ADMIN' })) !== null,
    async createLocal({ email, username, password, roles, confirmed, creation }) {
      const address = assertEmail(email)
      const name = assertUsername(username)
      const hash = await hashPassword(assertPassword(password, [name, address]))
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
      const user = await findByEmail(email)
      const stored = user?.password ?? null
      const { ok, outdated } = await verifyPassword(stored, password)
      if (!user || stored === null || !ok) return null
      // The user is read again by this password, because it may have been changed while it was verified.
      return outdated
        ? upgrade({ id: user.id, older: stored }, password)
        : users.findOne({ id: user.id, password: stored })
    },
  }
}
