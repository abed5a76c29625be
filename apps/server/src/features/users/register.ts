import type { User } from '@platform/plugin-sdk'
import type { Platform } from '../../boot/platform.ts'
import { LIMITS } from '../limits/service.ts'
import type { LocalAccount } from './service.ts'

/**
 * An account for whoever asks from an IP address, and told to everybody who listens.
 *
 * @throws PlatformError RATE_LIMIT_EXCEEDED, or the first rule that is broken.
 */
export async function register({ services, events }: Platform, { email, username, password }: LocalAccount, address: string): Promise<User> {
  await services.limits.countFor(address, LIMITS.registrationTried)
  const uncount = await services.limits.countFor(address, LIMITS.registered)
  try {
    const user = await services.users.createLocal({ email, username, password })
    await events.publish('userCreated', { id: user.id })
    return user
  } catch (error) {
    await uncount()
    throw error
  }
}
