import type { Config } from '@platform/config'
import { type Docstore, isDuplicateKeyError } from '@platform/docstore'
import { PlatformError, type User } from '@platform/plugin-sdk'
import { refusedField } from '../../input/invalid-input.ts'
import type { Revisions } from '../../pubsub/revisions.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { MailService } from '../mail/service.ts'
import { assertEmail } from '../users/rules.ts'
import { type EmailLinksService, validity } from './email-links.ts'
import type { PasswordsService } from './passwords.ts'
import { localProfile, passwordMark, type WithAttachment } from './profile.ts'

/** Confirming that an address is somebody's: the one they have, or the one they change to. */
export interface ConfirmationService {
  /** Whether a link still works. @throws PlatformError EMAIL_VERIFICATION_TOKEN_INVALID */
  check(token: string): Promise<void>
  /** Doing it again changes nothing. @returns where to go on. @throws PlatformError EMAIL_VERIFICATION_TOKEN_INVALID */
  confirm(token: string): Promise<{ back: string }>
  /** Counts somebody's address as confirmed without a link. @returns the user afterwards. @throws PlatformError EMAIL_REQUIRED for an account without one. */
  vouch(user: User): Promise<User>
  /**
   * Sends a link to a new address; the account has that address once it is opened. Whether somebody else has it is not told.
   *
   * @param address the IP address it is asked for from
   * @throws PlatformError PASSWORD_INCORRECT, EMAIL_INVALID, MAIL_UNAVAILABLE, RATE_LIMIT_EXCEEDED and the like
   */
  requestChange(
    user: User,
    change: { readonly email: string; readonly password: string },
    address: string | null,
  ): Promise<void>
}

interface Dependencies {
  readonly config: Config
  readonly accountPasswords: PasswordsService
  readonly docstore: Docstore
  readonly emailLinks: EmailLinksService
  readonly mail: MailService
  readonly clock: Clock
  readonly revisions: Revisions
}

export function createConfirmation({
  config,
  accountPasswords,
  docstore,
  emailLinks,
  mail,
  clock,
  revisions,
}: Dependencies): ConfirmationService {
  const users = docstore.collection<WithAttachment>('users')
  const open = (token: string) => emailLinks.open(token, { kind: 'email-confirm', refusal: invalid() })

  /** The account moves to the new address, and the old one is told. */
  async function move({ id, username }: User, from: string, to: string): Promise<void> {
    await docstore
      .transaction(async session => {
        const now = clock.now()
        const { matchedCount } = await users.updateOne(
          { id, profiles: { $elemMatch: { provider: 'local', id: from } } },
          { $set: { 'profiles.$[own].id': to, 'profiles.$[own].metadata': { confirmed_at: now }, updated_at: now } },
          { session, arrayFilters: [{ 'own.provider': 'local' }] },
        )
        if (matchedCount === 0) throw invalid()
        await mail.send('email-changed', { to: from, values: { username, email: to }, session })
      })
      .catch((error: unknown) => {
        throw isDuplicateKeyError(error) ? invalid() : error
      })
    revisions.bump('users')
  }

  async function markConfirmed(id: string, email: string): Promise<void> {
    const now = clock.now()
    await users.updateOne(
      { id },
      { $set: { 'profiles.$[own].metadata.confirmed_at': now, updated_at: now } },
      { arrayFilters: [{ 'own.provider': 'local', 'own.id': email, 'own.metadata.confirmed_at': null }] },
    )
    revisions.bump('users')
  }

  /** What was kept for it becomes the account's; by a link for this address and this password, and once. */
  async function attach(
    { id, attaching, profiles }: WithAttachment,
    { email, mark }: { email: string; mark: string },
  ): Promise<void> {
    if (profiles.some(({ provider }) => provider === 'local')) return
    if (!attaching || attaching.email !== email || passwordMark(attaching) !== mark) throw invalid()
    const now = clock.now()
    const { matchedCount } = await users
      .updateOne(
        { id, 'attaching.password': attaching.password, 'profiles.provider': { $ne: 'local' } },
        {
          $push: { profiles: { provider: 'local', id: email, metadata: { confirmed_at: now } } },
          $set: { password: attaching.password, attaching: null, updated_at: now },
        },
      )
      .catch((error: unknown) => {
        throw isDuplicateKeyError(error) ? invalid() : error
      })
    if (matchedCount === 0) throw invalid()
    revisions.bump('users')
  }

  return {
    async check(token) {
      await open(token)
    },
    async vouch(user) {
      const email = localProfile(user)?.id
      if (email === undefined) throw new PlatformError('EMAIL_REQUIRED', 'This account has no e-mail address')
      await markConfirmed(user.id, email)
      return (await users.findOne({ id: user.id }))!
    },
    async requestChange(user, { email, password }, address) {
      const newEmail = assertEmail(email)
      const own = localProfile(user)!.id
      if (newEmail === own) throw refusedField('email', 'this is your address already')
      emailLinks.assertWorks()
      await accountPasswords.demand(user, password)
      await emailLinks.send(
        { purpose: 'confirm-email', email: own, newEmail, back: `${config.rootUrl}/`, asked: validity(user) },
        address,
      )
    },
    async confirm(token) {
      const {
        user,
        letter: { email, newEmail, attached, back },
      } = await open(token)
      if (newEmail !== undefined) await move(user, email, newEmail)
      else if (attached !== undefined) await attach(user, { email, mark: attached })
      else await markConfirmed(user.id, email)
      return { back }
    },
  }
}

function invalid(): PlatformError {
  return new PlatformError('EMAIL_VERIFICATION_TOKEN_INVALID', 'This link does not work any more; ask for a new one')
}
