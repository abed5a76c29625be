import type { Config } from '@platform/config'
import type { Docstore } from '@platform/docstore'
import {
  type Jobs,
  NonRetryableError,
  NotFoundError,
  PlatformError,
  type QueuedJob,
  type User,
} from '@platform/plugin-sdk'
import { z } from 'zod'
import type { ServerContext } from '../../contract/context.ts'
import type { Revisions } from '../../pubsub/revisions.ts'
import type { Clock } from '../../runtime/clock.ts'
import { LIMITS, type LimitsService } from '../limits/service.ts'
import type { MailService } from '../mail/service.ts'
import { assertAdministratorRemains } from '../users/authority.ts'
import type { ErasureService } from '../users/deletion.ts'
import { localProfile } from './profile.ts'

/** Deletes accounts at the request of their users, who can take the request back for a day. */
export interface DeletionRequestsService {
  /**
   * @returns when the account will be deleted
   * @throws PlatformError DELETION_ALREADY_SCHEDULED, LAST_ADMIN, or RATE_LIMIT_EXCEEDED after many requests.
   */
  request(userId: string): Promise<Date>
  /** @throws PlatformError DELETION_NOT_SCHEDULED, also when the deletion has begun. */
  cancel(userId: string): Promise<void>
  /** Deletes the account of a request, unless the request was cancelled. The work of the job `accounts.delete`. */
  carryOut(job: DueDeletion): Promise<void>
}

const input = z.object({ userId: z.string(), at: z.iso.datetime() })
/** The user of a request, and the time of the deletion. */
type DueDeletion = z.output<typeof input>

declare module '@platform/plugin-sdk' {
  interface JobInputs {
    'accounts.delete': DueDeletion
  }
}

const deleteAccount: QueuedJob<typeof input, ServerContext> = {
  input,
  run: (job, { services }) => services.deletionRequests.carryOut(job),
}

export const deletionRequestJobs = { 'accounts.delete': deleteAccount }

interface Dependencies {
  readonly config: Config
  readonly docstore: Docstore
  readonly clock: Clock
  readonly revisions: Revisions
  readonly jobs: Jobs
  readonly mail: MailService
  readonly limits: LimitsService
  readonly erasure: ErasureService
}

/** The time in which a request can be taken back, in milliseconds. */
const DELAY = 24 * 60 * 60_000

export function createDeletionRequests({
  config,
  docstore,
  clock,
  revisions,
  jobs,
  mail,
  limits,
  erasure,
}: Dependencies): DeletionRequestsService {
  const users = docstore.collection<User>('users')

  return {
    async request(userId) {
      await limits.countForUser({ id: userId }, LIMITS.deletionRequested)
      const at = await docstore.transaction(async session => {
        const user = await users.findOne({ id: userId }, { session })
        if (!user) throw new NotFoundError('The user')
        if (user.deletion_at)
          throw new PlatformError('DELETION_ALREADY_SCHEDULED', 'This account will be deleted already')
        const now = clock.now()
        await assertAdministratorRemains(docstore, user, { session, now })
        const moment = new Date(now.getTime() + DELAY)
        await users.updateOne({ id: userId }, { $set: { deletion_at: moment, updated_at: now } }, { session })
        await jobs.add('accounts.delete', { userId, at: moment.toISOString() }, { key: userId, delay: DELAY, session })
        const to = localProfile(user)?.id
        if (to !== undefined)
          await mail.notify('deletion-requested', {
            to,
            values: { username: user.username, at: moment, link: `${config.rootUrl}/account/deletion` },
            session,
          })
        return moment
      })
      revisions.bump('users')
      return at
    },
    async cancel(userId) {
      await docstore.transaction(async session => {
        const now = clock.now()
        const user = await users.findOneAndUpdate(
          { id: userId, deletion_at: { $gt: now } },
          { $set: { deletion_at: null, updated_at: now } },
          { session },
        )
        if (!user) throw new PlatformError('DELETION_NOT_SCHEDULED', 'This account has no deletion request')
        await jobs.withdraw('accounts.delete', userId, { session })
        const to = localProfile(user)?.id
        if (to !== undefined)
          await mail.notify('deletion-cancelled', { to, values: { username: user.username }, session })
      })
      revisions.bump('users')
    },
    async carryOut({ userId, at }) {
      const user = await users.findOne({ id: userId, deletion_at: new Date(at) })
      if (!user) return
      await erasure.request(user, userId).catch(async (error: unknown) => {
        if (!(error instanceof PlatformError) || error.code !== 'LAST_ADMIN') throw error
        // The user has become the last administrator meanwhile, so the account stays without a request.
        await users.updateOne({ id: userId }, { $set: { deletion_at: null } })
        throw new NonRetryableError(error.message, { cause: error })
      })
    },
  }
}
