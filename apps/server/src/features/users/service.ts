import { randomUUID } from 'node:crypto'
import { hashPassword, verifyPassword } from '@platform/auth'
import type { Docstore } from '@platform/docstore'
import type { Publisher, User, UserRole } from '@platform/plugin-sdk'
import type { Revisions } from '../../pubsub/revisions.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { SettingsService } from '../settings/service.ts'
import { nameTaken } from './duplicates.ts'
import { createUpsertExternal, type UpsertExternal } from './external.ts'
import { newUser, type UserDraft } from './model.ts'
import { addressKey, assertEmail, assertPassword, assertUsername } from './rules.ts'
import { USER_CREATIONS, type UserCreationName } from './transitions.ts'
import { type AssertFit, createUsernameRules } from './username-rules.ts'

export interface LocalAccount {
  readonly email: string
  readonly username: string
  readonly password: string
  readonly roles?: readonly UserRole[]
  /** Whether the address counts as confirmed. */
  readonly confirmed?: boolean
  /** How it comes to be. Default: somebody who runs the site makes it. */
  readonly creation?: UserCreationName
}

export interface UsersService {
  findById(id: string): Promise<User | null>
  findByIds(ids: readonly string[]): Promise<User[]>
  findByEmail(email: string): Promise<User | null>
  findByUsername(username: string): Promise<User | null>
  readonly assertFit: AssertFit
  hasAdministrator(): Promise<boolean>
  /** An account with e-mail and password, announced where its table says so. @throws PlatformError naming the first rule that is broken. */
  createLocal(account: LocalAccount): Promise<User>
  /** The user another service vouches for, made at the first time. */
  readonly upsertExternal: UpsertExternal
  /** The user when the password is right, else `null`; takes the same time for an unknown address. */
  authenticate(email: string, password: string): Promise<User | null>
  /** A new account as it would be stored; it is not. */
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
  const assertFit = createUsernameRules({ docstore, settings })
  const findByEmail = (email: string) =>
    users.findOne({ profiles: { $elemMatch: { provider: 'local', id: addressKey(email) } } })

  async function insert(draft: UserDraft): Promise<User> {
    const user = newUser(draft, clock.now())
    try {
      await users.insertOne(user)
    } catch (error) {
      throw nameTaken(error)
    }
    revisions.bump('users')
    const { event } = USER_CREATIONS[draft.creation ?? 'appointed']
    if (event !== null) await events.publish(event, { id: user.id })
    return user
  }

  /** Stores a right password as it is stored today. @returns `null` if it is not right any more. */
  async function upgrade({ id, password: older }: User, password: string): Promise<User | null> {
    const upgraded = await users.findOneAndUpdate(
      { id, password: older! },
      { $set: { password: await hashPassword(password) } },
      { returnDocument: 'after' },
    )
    if (upgraded) return upgraded
    // Another sign-in has done so meanwhile, or it was changed.
    const stored = await users.findOne({ id })
    return stored && (await verifyPassword(stored.password ?? null, password)).ok ? stored : null
  }

  return {
    draft: newUser,
    assertFit,
    upsertExternal: createUpsertExternal({ docstore, revisions, events, clock, assertFit }),
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
      const { ok, outdated } = await verifyPassword(user?.password ?? null, password)
      if (!user || !ok) return null
      // Asked again by this password: it may have been changed while it was looked at.
      return outdated ? upgrade(user, password) : users.findOne({ id: user.id, password: user.password! })
    },
  }
}
