import { randomInt, randomUUID } from 'node:crypto'
import { type Docstore, isDuplicateKeyError } from '@platform/docstore'
import { PlatformError, type Publisher, type User } from '@platform/plugin-sdk'
import { normalForm } from '@platform/trust'
import type { Revisions } from '../../pubsub/revisions.ts'
import type { Clock } from '../../runtime/clock.ts'
import { withoutCredentials } from '../../runtime/user-record.ts'
import { isUsernameDuplicate } from './duplicates.ts'
import { newUser } from './model.ts'
import { USER_CREATIONS } from './transitions.ts'
import type { CheckUsername } from './username-rules.ts'

/** A user as another service identifies them. */
export interface ExternalIdentity {
  /** The name of the service; with `id` it identifies one user. */
  readonly provider: string
  readonly id: string
  /** The user's name in that service. */
  readonly displayName: string
  /** The id of the new user here; by default a random one. */
  readonly userId?: string
  /**
   * `named` makes the display name the username. With `unnamed`, and with a name that the rules for usernames forbid,
   * the user is asked to choose one.
   */
  readonly creation: 'named' | 'unnamed'
  readonly metadata?: Record<string, unknown>
}

/** Finds the user of an identity, or makes the user, once even for requests at the same time. */
export type UpsertExternal = (identity: ExternalIdentity) => Promise<{ user: User; made: boolean }>

const MOST_TRIES = 20

interface Dependencies {
  readonly docstore: Docstore
  readonly revisions: Revisions
  readonly events: Publisher
  readonly clock: Clock
  readonly checkUsername: CheckUsername
}

export function createUpsertExternal({
  docstore,
  revisions,
  events,
  clock,
  checkUsername,
}: Dependencies): UpsertExternal {
  const users = docstore.collection<User>('users')
  const find = async ({ provider, id }: ExternalIdentity) =>
    withoutCredentials(await users.findOne({ profiles: { $elemMatch: { provider, id } } }))

  async function isAllowed(username: string): Promise<boolean> {
    try {
      await checkUsername(username)
      return true
    } catch (error) {
      if (error instanceof PlatformError) return false
      throw error
    }
  }

  return async identity => {
    const known = await find(identity)
    if (known) return { user: known, made: false }
    const cast = castUsername(identity.displayName)
    const allowed = cast !== '' && (await isAllowed(cast))
    const base = allowed ? cast : 'user'
    for (let attempt = 0; attempt < MOST_TRIES; attempt++) {
      const username = attempt === 0 && allowed ? base : `${base}_${randomInt(1_000_000)}`
      const { provider, id, userId, metadata } = identity
      const creation = allowed ? identity.creation : 'unnamed'
      const user = newUser(
        { id: userId ?? randomUUID(), username, creation, profiles: [{ provider, id }], metadata: metadata ?? {} },
        clock.now(),
      )
      try {
        await users.insertOne(user)
        revisions.bump('users')
        const record = withoutCredentials(user)
        await events.publish(USER_CREATIONS[creation].event, record)
        return { user: record, made: true }
      } catch (error) {
        if (!isDuplicateKeyError(error)) throw error
        const raced = await find(identity)
        if (raced) return { user: raced, made: false }
        if (!isUsernameDuplicate(error)) throw error
      }
    }
    throw new Error(`no free username was found for ${identity.provider} ${identity.id}`)
  }
}

/**
 * Makes a username of any name: spaces become underscores, forbidden characters are removed. It is empty for a name
 * without a letter or digit that a username may have.
 */
export function castUsername(name: string): string {
  const cast = normalForm(name, 'NFKD')
    .trim()
    .replace(/\s+/g, '_')
    .replace(/[^A-Za-z0-9_]/g, '')
    .slice(0, 40)
  return /[A-Za-z0-9]/.test(cast) ? cast : ''
}
