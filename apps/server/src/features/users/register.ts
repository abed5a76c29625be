import type { Services } from '@platform/plugin-sdk'
import { PlatformError, type User } from '@platform/plugin-sdk'
import { QueueFullError } from '../../jobs/queue.ts'
import { localProfile } from '../accounts/profile.ts'
import { LIMITS } from '../limits/service.ts'
import { readRegistration } from './registration.ts'

/** A new account, and whether the mail that confirms its e-mail address was sent. */
export interface Registered {
  readonly user: User
  /**
   * `off`: this site sends no mail. `limited`: too many mails were sent to this address, or for this visitor, or wait.
   */
  readonly mail: 'sent' | 'off' | 'limited'
}

/**
 * Makes an account for a request from an IP address, and sends the mail that confirms the e-mail address, unless too
 * many mails were sent to that e-mail address or for that IP address, or too many of such mails wait.
 *
 * @param given the e-mail address, username and password, unchecked
 * @throws PlatformError RATE_LIMIT_EXCEEDED, or an error that names every broken rule.
 */
export async function register(services: Services, given: unknown, address: string): Promise<Registered> {
  await services.limits.countFor(address, LIMITS.registrationTried)
  const { email, username, password } = await readRegistration(given, services.users)
  const uncount = await services.limits.countFor(address, LIMITS.registered)
  const user = await services.users
    .createLocal({ email, username, password, creation: 'registered' })
    .catch(async (error: unknown) => {
      await uncount()
      throw error
    })
  // The account exists with or without the mail; the user can ask for another one at `/account/email/resend`.
  const within = await services.emailLinks
    .send(
      { purpose: 'confirm-email', email: localProfile(user)?.id ?? email, back: `${services.config.rootUrl}/` },
      { address },
    )
    .then(() => true)
    .catch((error: unknown) => {
      const isLimited = error instanceof PlatformError && error.code === 'RATE_LIMIT_EXCEEDED'
      if (!isLimited && !(error instanceof QueueFullError)) throw error
      return false
    })
  if (!services.mail.works) return { user, mail: 'off' }
  return { user, mail: within ? 'sent' : 'limited' }
}
