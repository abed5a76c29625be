import type { Readable } from 'node:stream'
import type { Tokens } from '@platform/auth'
import type { Config } from '@platform/config'
import type { Docstore } from '@platform/docstore'
import { type Jobs, NotFoundError, PlatformError, type QueuedJob, type User } from '@platform/plugin-sdk'
import { z } from 'zod'
import type { Composed } from '../../contract/composed.ts'
import type { ServerContext } from '../../contract/context.ts'
import type { Revisions } from '../../pubsub/revisions.ts'
import type { Clock } from '../../runtime/clock.ts'
import { type LimitsService, tooOften } from '../limits/service.ts'
import type { MailService } from '../mail/service.ts'
import type { SessionsService } from '../sessions/service.ts'
import type { UsersService } from '../users/service.ts'
import { archiveOf, safeName } from './archive.ts'
import { commentsTable } from './comments-table.ts'
import { makeLink, ownerOf } from './download-links.ts'
import { type EmailLinksService, signedOutAt } from './email-links.ts'
import { isConfirmed, localProfile } from './profile.ts'

/** A zip archive of everything that is stored about a user. */
export interface Download {
  /** The name of the file. */
  readonly name: string
  readonly content: Readable
}

/** Gives users a copy of everything that is stored about them. */
export interface DownloadsService {
  /**
   * Sends a link to the confirmed e-mail address of a user, once in seven days.
   *
   * @param address the IP address of the request; `null` for the platform itself
   * @returns the time of the request
   * @throws PlatformError EMAIL_REQUIRED, EMAIL_NOT_VERIFIED, MAIL_UNAVAILABLE, or RATE_LIMIT_EXCEEDED
   */
  request(user: User, address: string | null): Promise<Date>
  /** Makes a link to the data of a user for an administrator. @throws PlatformError NOT_FOUND */
  linkFor(administrator: User, userId: string): Promise<string>
  /**
   * Opens a link.
   *
   * @param caller who is signed in; a link of another user is refused
   * @throws PlatformError DOWNLOAD_TOKEN_INVALID for a link that does not work, or not any more; RATE_LIMIT_EXCEEDED
   */
  open(token: string, caller: User | null): Promise<Download>
  /**
   * Sends the mail of a request, unless the account or its address has changed since. The work of the job
   * `accounts.download`.
   *
   * @param key names the mail, so that it is sent once even if the job runs twice
   */
  deliver(job: LinkJob, key: string): Promise<void>
}

const input = z.object({ userId: z.string(), email: z.string(), asked: z.string().nullable() })
/** The user of a request, the address, and the `signedOutAt` of the user's sessions at that time. */
type LinkJob = z.output<typeof input>

declare module '@platform/plugin-sdk' {
  interface JobInputs {
    'accounts.download': LinkJob
  }
}

const deliverLink: QueuedJob<typeof input, ServerContext> = {
  input,
  run: (job, { services }, { id }) => services.downloads.deliver(job, id),
}

export const downloadJobs = { 'accounts.download': deliverLink }

interface Dependencies {
  readonly config: Config
  readonly docstore: Docstore
  readonly tokens: Tokens
  readonly users: UsersService
  readonly sessions: SessionsService
  readonly limits: LimitsService
  readonly emailLinks: EmailLinksService
  readonly mail: MailService
  readonly jobs: Jobs
  readonly clock: Clock
  readonly revisions: Revisions
  readonly composition: Pick<Composed, 'personalData'>
}

const DAY = 24 * 60 * 60_000
/** The time between two links for one user, in milliseconds. */
const INTERVAL = 7 * DAY
/** An archive is work for the store, and a link can be opened by everybody who has it. */
const OPENED = { name: 'download:opened', most: 10, window: 60 * 60_000 } as const

export function createDownloads(dependencies: Dependencies): DownloadsService {
  const { docstore, users, mail, clock, composition, limits } = dependencies
  return {
    request: (user, address) => requestLink(dependencies, user, address),
    async linkFor(administrator, userId) {
      const user = await users.findById(userId)
      if (!user) throw new NotFoundError('The user')
      return (await makeLink(dependencies, user, { by: administrator.id })).link
    },
    async open(token, caller) {
      const user = await ownerOf(dependencies, token, caller)
      const permit = await limits.limiter.take({ limit: OPENED, of: [user.id] })
      if (!permit.allowed) throw tooOften('RATE_LIMIT_EXCEEDED', permit.retryAfter)
      const now = clock.now()
      return {
        name: safeName(`personal-data-${user.username}-${now.toISOString().slice(0, 10)}.zip`),
        content: archiveOf(
          { records: composition.personalData.export(user.id), table: commentsTable(dependencies, user.id) },
          now,
        ),
      }
    },
    async deliver({ userId, email, asked }, key) {
      const user = await docstore.collection<User>('users').findOne({ id: userId })
      if (!user || localProfile(user)?.id !== email || signedOutAt(user) !== asked) return
      const { link, expires } = await makeLink(dependencies, user)
      await mail.send('download-link', { to: email, values: { username: user.username, link, expires }, key })
    },
  }
}

/** Stores the time of a request and queues its mail, in one transaction. */
async function requestLink(
  { docstore, limits, emailLinks, jobs, clock, revisions }: Dependencies,
  user: User,
  address: string | null,
): Promise<Date> {
  const email = localProfile(user)?.id
  if (email === undefined) throw new PlatformError('EMAIL_REQUIRED', 'This account has no e-mail address')
  if (!isConfirmed(user))
    throw new PlatformError('EMAIL_NOT_VERIFIED', 'Confirm your e-mail address first', { status: 403 })
  emailLinks.assertWorks()
  const users = docstore.collection<User>('users')
  const now = clock.now()
  const last = (await users.findOne({ id: user.id }, { projection: { last_download_at: 1 } }))?.last_download_at
  if (last && last.getTime() + INTERVAL > now.getTime()) throw tooEarly(last, now)
  await limits.countMail({ to: email, address })
  await docstore.transaction(async session => {
    const due = {
      $or: [{ last_download_at: null }, { last_download_at: { $lte: new Date(now.getTime() - INTERVAL) } }],
    }
    const { matchedCount } = await users.updateOne(
      { id: user.id, ...due },
      { $set: { last_download_at: now, updated_at: now } },
      { session },
    )
    if (matchedCount === 0) throw tooEarly(now, now)
    await jobs.add('accounts.download', { userId: user.id, email, asked: signedOutAt(user) }, { session })
  })
  revisions.bump('users')
  return now
}

function tooEarly(last: Date, now: Date): PlatformError {
  const next = new Date(last.getTime() + INTERVAL)
  return new PlatformError('RATE_LIMIT_EXCEEDED', `A link is sent once in seven days: again from ${utc(next)} on`, {
    status: 429,
    metadata: { retryAfter: Math.ceil((next.getTime() - now.getTime()) / 1_000) },
  })
}

const utc = (time: Date) => `${time.toISOString().slice(0, 16).replace('T', ' ')} UTC`
