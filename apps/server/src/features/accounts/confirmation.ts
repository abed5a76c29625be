import type { Config } from '@platform/config'
import { type Docstore, isDuplicateKeyError } from '@platform/docstore'
import { NotFoundError, PlatformError, type User } from '@platform/plugin-sdk'
import { refusedField } from '../../input/invalid-input.ts'
import type { Revisions } from '../../pubsub/revisions.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { MailService } from '../mail/service.ts'
import { assertEmail } from '../users/rules.ts'
import type { EmailLinksService } from './email-links.ts'
import type { PasswordsService } from './passwords.ts'
import { localProfile, passwordDigest, type WithAttachment } from './profile.ts'

/** Confirms that an e-mail address belongs to a user: the current address, or the new one of a change. */
export interface ConfirmationService {
  /** @throws PlatformError EMAIL_VERIFICATION_TOKEN_INVALID when the link does not work any more. */
  check(token: string): Promise<void>
  /**
   * Confirms the address, changes it, or adds it with its password, by the purpose of the link. A second call with the
   * same link changes nothing.
   *
   * @returns the address to return to
   * @throws PlatformError EMAIL_VERIFICATION_TOKEN_INVALID
   */
  confirm(token: string): Promise<{ back: string }>
  /**
   * Marks the address of a user as confirmed without a link.
   *
   * @returns the user afterwards
   * @throws PlatformError EMAIL_REQUIRED for an account without an address
   */
  confirmWithoutLink(user: User): Promise<User>
  /**
   * Sends a link to a new address, which the account gets when the link is opened. The answer does not show whether
   * another account has the address.
   *
   * @param address the IP address of the request
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

export function createConfirmation(dependencies: Dependencies): ConfirmationService {
  const { config, accountPasswords, docstore, emailLinks } = dependencies
  const users = docstore.collection<WithAttachment>('users')
  const open = (token: string) => emailLinks.open(token, { kind: 'email-confirm', refusal: invalidLink() })

  return {
    async check(token) {
      await open(token)
    },
    async confirmWithoutLink(user) {
      const email = localProfile(user)?.id
      if (email === undefined) throw new PlatformError('EMAIL_REQUIRED', 'This account has no e-mail address')
      await markConfirmed(dependencies, { id: user.id, email })
      const confirmed = await users.findOne({ id: user.id })
      if (!confirmed) throw new NotFoundError('The user')
      return confirmed
    },
    async requestChange(user, { email, password }, address) {
      const newEmail = assertEmail(email)
      const own = localProfile(user)?.id
      if (own === undefined) throw new PlatformError('EMAIL_REQUIRED', 'This account has no e-mail address')
      if (newEmail === own) throw refusedField('email', 'this is your address already')
      emailLinks.assertWorks()
      await accountPasswords.verify(user, password)
      await emailLinks.send(
        { purpose: 'confirm-email', email: own, newEmail, back: `${config.rootUrl}/` },
        { requestedBy: user, address },
      )
    },
    async confirm(token) {
      const { user, link } = await open(token)
      const { email, newEmail, attached, back } = link
      if (newEmail !== undefined) await changeAddress(dependencies, user, { from: email, to: newEmail })
      else if (attached !== undefined) await attachAddress(dependencies, user, { email, digest: attached })
      else await markConfirmed(dependencies, { id: user.id, email })
      return { back }
    },
  }
}

/** Stores the new address of an account once, and notifies the user at the old one. */
async function changeAddress(
  { docstore, mail, clock, revisions }: Dependencies,
  { id, username }: User,
  { from, to }: { from: string; to: string },
): Promise<void> {
  await docstore
    .transaction(async session => {
      const now = clock.now()
      const users = docstore.collection<User>('users')
      const user = await users.findOne({ id }, { session })
      const own = user && localProfile(user)?.id
      // A button that is pressed twice sends the link twice.
      if (own === to) return
      if (own !== from) throw invalidLink()
      await users.updateOne(
        { id },
        { $set: { 'profiles.$[own].id': to, 'profiles.$[own].metadata': { confirmed_at: now }, updated_at: now } },
        { session, arrayFilters: [{ 'own.provider': 'local' }] },
      )
      await mail.notify('email-changed', { to: from, values: { username, email: to }, session })
    })
    .catch(refuseDuplicate)
  revisions.bump('users')
}

async function markConfirmed(
  { docstore, clock, revisions }: Dependencies,
  { id, email }: { id: string; email: string },
): Promise<void> {
  const now = clock.now()
  await docstore
    .collection<User>('users')
    .updateOne(
      { id },
      { $set: { 'profiles.$[own].metadata.confirmed_at': now, updated_at: now } },
      { arrayFilters: [{ 'own.provider': 'local', 'own.id': email, 'own.metadata.confirmed_at': null }] },
    )
  revisions.bump('users')
}

/** Adds the waiting address and password to an account once. The link must contain this address and password. */
async function attachAddress(
  { docstore, clock, revisions }: Dependencies,
  { id, attaching, profiles }: WithAttachment,
  { email, digest }: { email: string; digest: string },
): Promise<void> {
  if (profiles.some(({ provider }) => provider === 'local')) return
  if (!attaching || attaching.email !== email || passwordDigest(attaching) !== digest) throw invalidLink()
  const now = clock.now()
  const { matchedCount } = await docstore
    .collection<WithAttachment>('users')
    .updateOne(
      { id, 'attaching.password': attaching.password, 'profiles.provider': { $ne: 'local' } },
      {
        $push: { profiles: { provider: 'local', id: email, metadata: { confirmed_at: now } } },
        $set: { password: attaching.password, attaching: null, updated_at: now },
      },
    )
    .catch(refuseDuplicate)
  if (matchedCount === 0) throw invalidLink()
  revisions.bump('users')
}

/** Another account has got the address since the link was sent. */
function refuseDuplicate(error: unknown): never {
  throw isDuplicateKeyError(error) ? invalidLink() : error
}

function invalidLink(): PlatformError {
  return new PlatformError('EMAIL_VERIFICATION_TOKEN_INVALID', 'This link does not work any more; ask for a new one')
}
