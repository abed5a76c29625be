import type { Services } from '@platform/plugin-sdk'
import { PlatformError, type User } from '@platform/plugin-sdk'
import { LIMITS } from '../limits/service.ts'
import { readRegistration } from './registration.ts'

/**
 * An account for whoever asks from an IP address, told to everybody who listens. The address is asked to be confirmed, unless too many mails go there or come from that IP address.
 *
 * @param given the e-mail address, username and password, unchecked
 * @throws PlatformError RATE_LIMIT_EXCEEDED, or every rule that is broken.
 */
export async function register(services: Services, given: unknown, address: string): Promise<User> {
  await services.limits.countFor(address, LIMITS.registrationTried)
  const { email, username, password } = await readRegistration(given, services.users)
  const uncount = await services.limits.countFor(address, LIMITS.registered)
  const user = await services.users
    .createLocal({ email, username, password, creation: 'registered' })
    .catch(async (error: unknown) => {
      await uncount()
      throw error
    })
  // The account is there, with or without the letter; another one is had at `/account/email/resend`.
  await services.emailLinks
    .send({ purpose: 'confirm-email', email: user.profiles[0]!.id, back: `${services.config.rootUrl}/` }, address)
    .catch((error: unknown) => {
      if (!(error instanceof PlatformError && error.code === 'RATE_LIMIT_EXCEEDED')) throw error
    })
  return user
}
