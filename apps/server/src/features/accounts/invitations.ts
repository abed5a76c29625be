import { randomInt, randomUUID } from 'node:crypto'
import { type Docstore, isDuplicateKeyError } from '@platform/docstore'
import { type Connection, NotFoundError, PlatformError, type User, type UserRole } from '@platform/plugin-sdk'
import { type PageRequest, readPage } from '../../paging/page.ts'
import type { Revisions } from '../../pubsub/revisions.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { MailService } from '../mail/service.ts'
import type { SessionsService } from '../sessions/service.ts'
import type { ErasureService } from '../users/deletion.ts'
import { duplicateError, isUsernameDuplicate } from '../users/duplicates.ts'
import { newUser } from '../users/model.ts'
import { assertEmail } from '../users/rules.ts'
import type { EmailLinksService } from './email-links.ts'
import type { InvitedUser } from './invited-user.ts'

/** Who is invited, and with which role. */
export interface Invited {
  readonly email: string
  readonly role: UserRole
  /** The language of the mail. */
  readonly language?: string
}

/** Invites people by e-mail to an account with a role. */
export interface InvitationsService {
  /**
   * Makes an account with the role and without a password, and mails a link by which its user sets one. Inviting the
   * address again replaces the role, and mails a new link.
   *
   * @throws PlatformError EMAIL_IN_USE for an account that is in use, EMAIL_INVALID, or MAIL_UNAVAILABLE
   */
  invite(administrator: User, invited: Invited): Promise<InvitedUser>
  /** The invitations that wait, by the time they were made. */
  page(page: PageRequest): Promise<Connection<InvitedUser>>
  /** Withdraws an invitation that waits: its link ends, and the account is deleted. @throws NotFoundError */
  revoke(administrator: User, userId: string): Promise<void>
}

/** How long the link of an invitation works, in milliseconds. */
const LIFE = 7 * 24 * 60 * 60_000
const MOST_TRIES = 20

interface Dependencies {
  readonly docstore: Docstore
  readonly mail: MailService
  readonly emailLinks: EmailLinksService
  readonly sessions: SessionsService
  readonly erasure: ErasureService
  readonly revisions: Revisions
  readonly clock: Clock
}

export function createInvitations(dependencies: Dependencies): InvitationsService {
  const { docstore, mail, emailLinks, sessions, erasure, revisions } = dependencies
  const users = docstore.collection<InvitedUser>('users')
  const waiting = { 'invitation.expires_at': { $gt: new Date(0) } }

  return {
    async invite(administrator, { email, role, language }) {
      const to = assertEmail(email)
      emailLinks.assertWorks()
      const user =
        (await renew(dependencies, administrator, { to, role })) ??
        (await make(dependencies, administrator, { to, role }))
      const made = await emailLinks.passwordLink(user, { email: to, life: LIFE })
      const values = { ...made, by: administrator.username }
      await mail.send('invitation', { to, values, ...(language ? { language } : {}) })
      revisions.bump('users')
      return user
    },
    page: request => readPage(users, { ...request, filter: waiting, keys: ['created_at', 'id'] }),
    async revoke(administrator, id) {
      const user = await users.findOne({ id, ...waiting })
      if (!user) throw new NotFoundError('The invitation')
      // The link ends before the account does, so that nobody accepts an account that is being deleted.
      const { matchedCount } = await users.updateOne(
        { id, password: { $exists: false }, ...waiting },
        { $set: { validAfter: sessions.nextValidAfter(user) } },
      )
      if (matchedCount === 0) throw new NotFoundError('The invitation')
      await erasure.request(administrator, id)
    },
  }
}

interface Addressed {
  readonly to: string
  readonly role: UserRole
}

const invitationOf = ({ clock }: Pick<Dependencies, 'clock'>, { id: by }: Pick<User, 'id'>) => {
  const now = clock.now()
  return { by, created_at: now, expires_at: new Date(now.getTime() + LIFE) }
}

/** The account of an invitation that waits, with a new role; the links that were mailed before end. */
async function renew(
  dependencies: Dependencies,
  administrator: User,
  { to, role }: Addressed,
): Promise<InvitedUser | null> {
  const { docstore, sessions, clock } = dependencies
  const users = docstore.collection<InvitedUser>('users')
  const found = await users.findOne({ profiles: { $elemMatch: { provider: 'local', id: to } } })
  if (!found) return null
  const after = await users.findOneAndUpdate(
    { id: found.id, password: { $exists: false }, 'invitation.expires_at': { $gt: new Date(0) } },
    {
      $set: {
        roles: [role],
        invitation: invitationOf(dependencies, administrator),
        validAfter: sessions.nextValidAfter(found),
        updated_at: clock.now(),
      },
    },
    { returnDocument: 'after' },
  )
  if (after) return after
  throw new PlatformError('EMAIL_IN_USE', 'There is an account with this e-mail address; change its role instead')
}

/** A new account without a password; its user is asked to choose a username. */
async function make(dependencies: Dependencies, administrator: User, { to, role }: Addressed): Promise<InvitedUser> {
  const { docstore, clock } = dependencies
  const users = docstore.collection<InvitedUser>('users')
  for (let attempt = 0; attempt < MOST_TRIES; attempt++) {
    const user: InvitedUser = {
      ...newUser(
        {
          id: randomUUID(),
          username: `invited_${randomInt(1_000_000)}`,
          creation: 'unnamed',
          roles: [role],
          profiles: [{ provider: 'local', id: to, metadata: {} }],
        },
        clock.now(),
      ),
      invitation: invitationOf(dependencies, administrator),
    }
    try {
      await users.insertOne(user)
      return user
    } catch (error) {
      if (!isDuplicateKeyError(error) || !isUsernameDuplicate(error)) throw duplicateError(error)
    }
  }
  throw new Error(`no free username was found for the invitation of ${to}`)
}
