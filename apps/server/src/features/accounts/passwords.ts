import type { Passwords } from '@platform/auth'
import type { Config } from '@platform/config'
import type { Docstore } from '@platform/docstore'
import { PlatformError, type User } from '@platform/plugin-sdk'
import type { Revisions } from '../../pubsub/revisions.ts'
import type { Clock } from '../../runtime/clock.ts'
import { type StoredUser, withoutCredentials } from '../../runtime/user-record.ts'
import { LIMITS, type LimitsService, tooOften } from '../limits/service.ts'
import type { MailService } from '../mail/service.ts'
import type { WithDevices } from '../sessions/model.ts'
import type { SessionsService } from '../sessions/service.ts'
import { assertPassword } from '../users/rules.ts'
import type { EmailLinksService } from './email-links.ts'
import type { InvitedUser } from './invited-user.ts'
import { localProfile, passwordDigest } from './profile.ts'

/** Sets passwords. Each new one ends all sessions of the user, forgets all devices, and sends a notification. */
export interface PasswordsService {
  /** @throws PlatformError PASSWORD_RESET_TOKEN_INVALID when the link of a mail does not work any more. */
  checkReset(token: string): Promise<void>
  /**
   * Sets the password by the link of a mail, which works once.
   *
   * @returns the user afterwards, and the address to return to
   * @throws PlatformError PASSWORD_RESET_TOKEN_INVALID, PASSWORD_LENGTH and the like
   */
  reset(token: string, password: string): Promise<{ user: User; back: string }>
  /**
   * Verifies the password of a signed-in user. Attempts are limited, as those to sign in.
   *
   * @throws PlatformError PASSWORD_INCORRECT or LOGIN_MAXIMUM_EXCEEDED
   */
  verify(user: Pick<User, 'id'>, password: string): Promise<void>
  /** Whether the account has a password. */
  has(user: Pick<User, 'id'>): Promise<boolean>
  /**
   * Replaces the password of a user who knows the old one.
   *
   * @returns the user afterwards
   * @throws PlatformError PASSWORD_INCORRECT, LOGIN_MAXIMUM_EXCEEDED, RATE_LIMIT_EXCEEDED, PASSWORD_LENGTH and the like
   */
  change(user: User, passwords: { readonly oldPassword: string; readonly newPassword: string }): Promise<User>
}

interface Dependencies {
  readonly config: Config
  readonly docstore: Docstore
  readonly emailLinks: EmailLinksService
  readonly limits: LimitsService
  readonly mail: MailService
  readonly sessions: SessionsService
  readonly clock: Clock
  readonly revisions: Revisions
  readonly passwordHashes: Passwords
}

/** How often a signed-in user may give a wrong password. */
const WRONG = { name: 'password:wrong', most: 10, window: 10 * 60_000 } as const

export function createAccountPasswords(dependencies: Dependencies): PasswordsService {
  const { docstore, emailLinks, limits, passwordHashes } = dependencies
  const users = docstore.collection<StoredUser>('users')

  async function openReset(token: string) {
    const opened = await emailLinks.open(token, { kind: 'password-reset', refusal: invalidLink() })
    if (opened.link.mark !== passwordDigest(opened.user)) throw invalidLink()
    return opened
  }

  async function verify(user: Pick<User, 'id'>, password: string): Promise<StoredUser> {
    const permit = await limits.limiter.take({ limit: WRONG, of: [user.id] })
    if (!permit.allowed) throw tooOften('LOGIN_MAXIMUM_EXCEEDED', permit.retryAfter)
    const stored = await users.findOne({ id: user.id })
    if (!stored || !(await passwordHashes.verify(stored.password, password)).ok)
      throw new PlatformError('PASSWORD_INCORRECT', 'The password is not the one of this account')
    await permit.giveBack()
    return stored
  }

  return {
    async verify(user, password) {
      await verify(user, password)
    },
    async has({ id }) {
      return (await users.findOne({ id }, { projection: { password: 1 } }))?.password !== undefined
    },
    async checkReset(token) {
      await openReset(token)
    },
    async reset(token, password) {
      const { user, link } = await openReset(token)
      const after = await replacePassword(dependencies, user, { password, opensMailbox: true })
      if (!after) throw invalidLink()
      return { user: withoutCredentials(after), back: link.back }
    },
    async change(user, { oldPassword, newPassword }) {
      assertPassword(newPassword, knownOf(user))
      const stored = await verify(user, oldPassword)
      await limits.countForUser(user, LIMITS.passwordChanged)
      const after = await replacePassword(dependencies, stored, { password: newPassword, opensMailbox: false })
      if (!after) throw new PlatformError('PASSWORD_INCORRECT', 'The password was changed a moment ago')
      return withoutCredentials(after)
    },
  }
}

interface NewPassword {
  readonly password: string
  /** Whether the user proved that mails to the e-mail address arrive, so the address is confirmed too. */
  readonly opensMailbox: boolean
}

/**
 * Stores a new password with all that follows from it. Of two requests at the same time, the second changes nothing,
 * because the password that it was made for is not stored any more.
 *
 * @returns the user afterwards; `null` when another request was faster
 */
async function replacePassword(
  { config, docstore, mail, sessions, clock, revisions, passwordHashes }: Dependencies,
  user: StoredUser,
  { password, opensMailbox }: NewPassword,
): Promise<StoredUser | null> {
  const users = docstore.collection<WithDevices & InvitedUser>('users')
  const hash = await passwordHashes.hash(assertPassword(password, knownOf(user)))
  const current = { id: user.id, password: user.password ?? { $exists: false } }
  const after = await docstore.transaction(async session => {
    const before = await users.findOne(current, { session })
    if (!before) return null
    const now = clock.now()
    if (opensMailbox)
      await users.updateOne(
        { id: user.id },
        { $set: { 'profiles.$[own].metadata.confirmed_at': now } },
        { session, arrayFilters: [{ 'own.provider': 'local', 'own.metadata.confirmed_at': null }] },
      )
    const to = localProfile(before)?.id
    // The first password of an account, such as that of an invited user, is no change.
    if (to !== undefined && before.password !== undefined)
      await mail.notify('password-changed', {
        to,
        values: { username: before.username, link: `${config.rootUrl}/account/password/forgotten` },
        session,
      })
    const [validAfter, devicesAfter] = [sessions.nextValidAfter(before), sessions.nextDevicesAfter(before)]
    return users.findOneAndUpdate(
      { id: user.id },
      { $set: { password: hash, validAfter, devicesAfter, updated_at: now }, $unset: { invitation: '' } },
      { session, returnDocument: 'after' },
    )
  })
  if (after?.validAfter) await sessions.announce(after, after.validAfter)
  revisions.bump('users')
  return after
}

/** The texts that an attacker may know of a user, so no password may consist of them. */
const knownOf = (user: User) => [user.username, localProfile(user)?.id ?? '']

function invalidLink(): PlatformError {
  return new PlatformError('PASSWORD_RESET_TOKEN_INVALID', 'This link does not work any more; ask for a new one')
}
