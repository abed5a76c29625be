import { hashPassword } from '@platform/auth'
import type { Config } from '@platform/config'
import type { Docstore } from '@platform/docstore'
import { PlatformError, type User } from '@platform/plugin-sdk'
import type { Revisions } from '../../pubsub/revisions.ts'
import type { Clock } from '../../runtime/clock.ts'
import { type LimitsService, tooOften } from '../limits/service.ts'
import { assertEmail, assertPassword } from '../users/rules.ts'
import { type EmailLinksService, validity } from './email-links.ts'
import { localProfile, type WithAttachment } from './profile.ts'

/** Giving an account that came from a provider an e-mail address and a password. */
export interface AttachmentService {
  /**
   * Keeps both until the link that is sent to the address is opened; only then they are the account's, see `confirmation.ts`.
   * Until then nobody signs in by them, and the address is free for whoever it belongs to. The last time counts.
   *
   * @param address the IP address it is asked for from
   * @throws PlatformError LOCAL_PROFILE for an account that has them, DUPLICATE_LOCAL_PROFILE for an address of somebody
   * else, EMAIL_INVALID, PASSWORD_LENGTH and the like, RATE_LIMIT_EXCEEDED, MAIL_UNAVAILABLE
   */
  attach(
    user: User,
    given: { readonly email: string; readonly password: string },
    address: string | null,
  ): Promise<void>
}

interface Dependencies {
  readonly config: Config
  readonly docstore: Docstore
  readonly emailLinks: EmailLinksService
  readonly limits: LimitsService
  readonly clock: Clock
  readonly revisions: Revisions
}

/** Each try tells whether an address has an account, so there are few. */
const TRIES = { name: 'attach:tried', most: 10, window: 60 * 60_000 } as const

export function createAttachment({
  config,
  docstore,
  emailLinks,
  limits,
  clock,
  revisions,
}: Dependencies): AttachmentService {
  const users = docstore.collection<WithAttachment>('users')
  return {
    async attach(user, given, address) {
      if (localProfile(user)) throw attached()
      const { email, password } = readCredentials(user, given)
      emailLinks.assertWorks()
      const permit = await limits.limiter.take({ limit: TRIES, of: [user.id] })
      if (!permit.allowed) throw tooOften('RATE_LIMIT_EXCEEDED', permit.retryAfter)
      const hash = await hashPassword(password)
      if (await users.findOne({ profiles: { $elemMatch: { provider: 'local', id: email } } }))
        throw new PlatformError('DUPLICATE_LOCAL_PROFILE', 'There is an account with this e-mail address')
      const { matchedCount } = await users.updateOne(
        { id: user.id, 'profiles.provider': { $ne: 'local' } },
        { $set: { attaching: { email, password: hash }, updated_at: clock.now() } },
      )
      if (matchedCount === 0) throw attached()
      revisions.bump('users')
      await emailLinks.send(
        { purpose: 'confirm-email', email, back: `${config.rootUrl}/`, attachTo: user.id, asked: validity(user) },
        address,
      )
    },
  }
}

/** @throws PlatformError with the first rule that is broken; `metadata.problems` has all. */
function readCredentials(
  { username }: User,
  { email, password }: { readonly email: string; readonly password: string },
): { email: string; password: string } {
  const broken = (
    [
      ['email', () => assertEmail(email)],
      ['password', () => assertPassword(password, [username, email])],
    ] as const
  ).flatMap(([field, assert]) => {
    try {
      assert()
      return []
    } catch (error) {
      if (error instanceof PlatformError) return [{ field, code: error.translation_key, message: error.message }]
      throw error
    }
  })
  const [first] = broken
  if (first)
    throw new PlatformError(first.code, broken.map(({ message }) => message).join('; '), {
      metadata: { problems: broken },
    })
  return { email: assertEmail(email), password }
}

function attached(): PlatformError {
  return new PlatformError('LOCAL_PROFILE', 'This account has an e-mail address and a password already')
}
