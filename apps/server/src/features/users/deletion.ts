import type { Docstore } from '@platform/docstore'
import { type Jobs, NotFoundError, type Publisher, type QueuedJob, type User } from '@platform/plugin-sdk'
import { z } from 'zod'
import type { Composed } from '../../contract/composed.ts'
import type { ServerContext } from '../../contract/context.ts'
import type { Revisions } from '../../pubsub/revisions.ts'
import type { Clock } from '../../runtime/clock.ts'
import { addressesOf } from '../accounts/profile.ts'
import type { SessionsService } from '../sessions/service.ts'
import { assertAdministratorRemains, assertDecidesAbout } from './authority.ts'
import type { Deletion } from './deletion-model.ts'

/** Removes accounts, and erases what they have left. */
export interface ErasureService {
  /**
   * Removes an account, with every way to sign in, and queues the job that erases the personal data.
   *
   * @throws PlatformError NOT_FOUND, NOT_AUTHORIZED, or LAST_ADMIN.
   */
  request(actor: User, id: string): Promise<void>
  /** Erases the personal data of a deleted account. The job `users.erase` calls it. */
  erase(job: Erasing, signal: AbortSignal): Promise<void>
}

const input = z.object({ userId: z.string(), last: z.boolean(), late: z.boolean().default(false) })
/** The id of the user, whether requests of the user have ended, and whether it is the erasure of a day later. */
type Erasing = z.input<typeof input>

declare module '@platform/plugin-sdk' {
  interface JobInputs {
    'users.erase': Erasing
  }
}

const TIMEOUT = 600_000

const erase: QueuedJob<typeof input, ServerContext> = {
  input,
  timeout: TIMEOUT,
  run: (job, { services }, { signal }) => services.erasure.erase(job, signal),
}

export const erasureJobs = { 'users.erase': erase }

interface Dependencies {
  readonly docstore: Docstore
  readonly revisions: Revisions
  readonly events: Publisher
  readonly clock: Clock
  readonly sessions: SessionsService
  readonly jobs: Jobs
  readonly composition: Pick<Composed, 'disabled' | 'personalData'>
}

/** After this time every request that began before the deletion has ended. Milliseconds. */
const REQUESTS_OVER = 60_000
/** After this time an update of all servers has ended. Milliseconds. */
const UPDATE_OVER = 24 * 3_600_000

export function createErasureService({
  docstore,
  revisions,
  events,
  clock,
  sessions,
  jobs,
  composition,
}: Dependencies): ErasureService {
  const users = docstore.collection<User>('users')
  const deletions = docstore.collection<Deletion>('deletions')

  /**
   * Begins an erasure. As long as the record of a deletion is there, a user who comes back stores nothing, so that
   * nothing of a later account with the same id is erased. `false` says that the user had come back before.
   */
  async function begin(userId: string): Promise<boolean> {
    const record = { $setOnInsert: { created_at: clock.now() } }
    const { upsertedCount } = await deletions.updateOne({ id: userId }, record, { upsert: true })
    if (upsertedCount === 0 || !(await users.findOne({ id: userId }, { projection: { id: 1 } }))) return true
    await deletions.deleteOne({ id: userId })
    return false
  }

  return {
    async request(actor, id) {
      const now = clock.now()
      const validAfter = await docstore.transaction(async session => {
        const user = await users.findOne({ id }, { session })
        if (!user) throw new NotFoundError('The user')
        assertDecidesAbout(actor, user, { oneself: true })
        await assertAdministratorRemains(docstore, user, { session, now })
        await users.deleteOne({ id }, { session })
        // An account that came back with the same id may be deleted before the erasure of the first one has ended.
        await deletions.updateOne(
          { id },
          { $setOnInsert: { created_at: now }, $addToSet: { addresses: { $each: addressesOf(user) } } },
          { upsert: true, session },
        )
        await jobs.add('users.erase', { userId: id, last: false }, { key: id, session })
        return user.validAfter
      })
      await sessions.forget(id, validAfter)
      revisions.bump('users')
      await events.publish('userDeleted', { id })
    },
    async erase({ userId, last, late = false }, signal) {
      // A day later every token of the deleted account has been refused for long.
      if (!late) await sessions.forget(userId)
      if (!(await begin(userId))) return
      await composition.personalData.erase(userId, signal)
      // Others may have ignored or flagged the account.
      revisions.bump('users')
      if (last) await deletions.deleteOne({ id: userId })
      if (late && composition.disabled.length === 0) return
      // A request that began before the deletion may have stored more data. While servers are updated, this one may
      // lack a plugin, or the version of it, that has data of the user. A disabled plugin erases nothing until it is
      // loaded.
      const [name, delay] = last ? ['late', UPDATE_OVER] : ['last', REQUESTS_OVER]
      const key = `${userId} ${late ? clock.now().toISOString().slice(0, 10) : name}`
      await jobs.add('users.erase', { userId, last: true, late: last }, { key, delay })
    },
  }
}
