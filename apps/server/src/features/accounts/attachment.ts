import type { Passwords } from '@platform/auth'
import type { Config } from '@platform/config'
import type { Docstore } from '@platform/docstore'
import { PlatformError, type User } from '@platform/plugin-sdk'
import type { Revisions } from '../../pubsub/revisions.ts'
import type { Clock } from '../../runtime/clock.ts'
import { type LimitsService, tooOften } from '../limits/service.ts'
import type { MailService } from '../mail/service.ts'
import { assertEmail, assertPassword } from '../users/rules.ts'
import type { EmailLinksService } from './email-links.ts'
import { localProfile, type WithAttachment, type WithWaitingAddress } from './profile.ts'

interface Credentials {
  readonly email: string
  readonly password: string
}

/** Adds an e-mail address and a password to an account that came from a provider. */
export interface AttachmentService {
  /**
   * Keeps both until the link that is sent to the address is opened; `confirmation.ts` then adds them to the account.
   * Until then no user can sign in with them, and another account may use the address. A second call replaces the
   * first.
   *
   * @param address the IP address of the request
   * @throws PlatformError LOCAL_PROFILE for an account that has a password, DUPLICATE_LOCAL_PROFILE for the address of
   * another account, EMAIL_INVALID, PASSWORD_LENGTH and the like, RATE_LIMIT_EXCEEDED, MAIL_UNAVAILABLE
   */
  attach(user: User, given: Credentials, address: string | null): Promise<void>
  /**
   * Sends the link to the address that waits for it again.
   *
   * @param address the IP address of the request
   * @throws PlatformError LOCAL_PROFILE, EMAIL_REQUIRED when no address waits, RATE_LIMIT_EXCEEDED, MAIL_UNAVAILABLE
   */
  resend(user: WithWaitingAddress, address: string | null): Promise<void>
  /** Whether the account has neither address nor password, and the site can send the link to add them. */
  isPossible(user: User): boolean
}

interface Dependencies {
  readonly config: Config
  readonly docstore: Docstore
  readonly emailLinks: EmailLinksService
  readonly mail: Pick<MailService, 'works'>
  readonly limits: LimitsService
  readonly clock: Clock
  readonly revisions: Revisions
  readonly passwordHashes: Passwords
}

/** Few attempts are allowed, because each answer shows whether an address has an account. */
const ATTEMPTS = { name: 'attach:tried', most: 10, window: 60 * 60_000 } as const

export function createAttachment({
  config,
  docstore,
  emailLinks,
  mail,
  limits,
  clock,
  revisions,
  passwordHashes,
}: Dependencies): AttachmentService {
  const users = docstore.collection<WithAttachment>('users')
  const sendLink = (user: User, email: string, address: string | null) =>
    emailLinks.send(
      { purpose: 'confirm-email', email, back: `${config.rootUrl}/`, attachTo: user.id },
      { requestedBy: user, address },
    )
  return {
    isPossible: user => mail.works && !localProfile(user),
    async resend(user, address) {
      if (localProfile(user)) throw alreadyAttached()
      const email = user.attaching?.email
      if (email === undefined)
        throw new PlatformError('EMAIL_REQUIRED', 'No address waits for a link; give an address and a password first')
      emailLinks.assertWorks()
      await sendLink(user, email, address)
    },
    async attach(user, given, address) {
      if (localProfile(user)) throw alreadyAttached()
      const { email, password } = readCredentials(user, given)
      emailLinks.assertWorks()
      const permit = await limits.limiter.take({ limit: ATTEMPTS, of: [user.id] })
      if (!permit.allowed) throw tooOften('RATE_LIMIT_EXCEEDED', permit.retryAfter)
      const hash = await passwordHashes.hash(password)
      if (await users.findOne({ profiles: { $elemMatch: { provider: 'local', id: email } } }))
        throw new PlatformError('DUPLICATE_LOCAL_PROFILE', 'There is an account with this e-mail address')
      const { matchedCount } = await users.updateOne(
        { id: user.id, 'profiles.provider': { $ne: 'local' } },
        { $set: { attaching: { email, password: hash }, updated_at: clock.now() } },
      )
      if (matchedCount === 0) throw alreadyAttached()
      revisions.bump('users')
      await sendLink(user, email, address)
    },
  }
}

/** @throws PlatformError with the code of the first broken rule; `metadata.problems` has all broken rules. */
function readCredentials({ username }: User, { email, password }: Credentials): Credentials {
  const checks = [
    { field: 'email', check: () => assertEmail(email) },
    { field: 'password', check: () => assertPassword(password, [username, email]) },
  ]
  const problems = checks.flatMap(({ field, check }) => {
    try {
      check()
      return []
    } catch (error) {
      if (error instanceof PlatformError) return [{ field, code: error.translation_key, message: error.message }]
      throw error
    }
  })
  const [first] = problems
  if (first)
    throw new PlatformError(first.code, problems.map(({ message }) => message).join('; '), { metadata: { problems } })
  return { email: assertEmail(email), password }
}

function alreadyAttached(): PlatformError {
  return new PlatformError('LOCAL_PROFILE', 'This account has an e-mail address and a password already')
}
