import { createDevices, type Tokens } from '@platform/auth'
import type { User } from '@platform/plugin-sdk'
import type { Clock } from '../../runtime/clock.ts'
import { localProfile } from '../accounts/profile.ts'
import { addressKey } from '../users/rules.ts'
import type { UsersService } from '../users/service.ts'
import type { WithDevices } from './model.ts'

/** Browsers that people have signed in by: guesses of others behind the same address don't keep them out there. */
export interface DevicesService {
  /**
   * The device, if the account of an e-mail address was signed in to by it, and has the same password since. Whether there is such an account decides
   * nothing but the answer: only the accounts that the token names are looked at.
   *
   * @param token what the browser keeps, unchecked
   * @returns its id, or `null`.
   */
  knownFor(token: string | null, email: string): Promise<string | null>
  /** @param user as it was when the password was found right @returns what the browser is to keep from now on. */
  remember(token: string | null, user: User): Promise<string>
}

interface Dependencies {
  readonly tokens: Tokens
  readonly users: UsersService
  readonly clock: Clock
}

export function createDevicesService({ tokens, users, clock }: Dependencies): DevicesService {
  const devices = createDevices({ tokens, now: () => clock.now().getTime() })
  return {
    async knownFor(token, email) {
      const device = await devices.read(token)
      if (!device) return null
      const named: readonly WithDevices[] = await users.findByIds(device.accounts.map(({ userId }) => userId))
      const account = named.find(user => localProfile(user)?.id === addressKey(email))
      const last = device.accounts.find(({ userId }) => userId === account?.id)
      return account && last && last.since?.getTime() === account.devicesAfter?.getTime() ? device.id : null
    },
    async remember(token, user) {
      return devices.remember(await devices.read(token), { userId: user.id, since: (user as WithDevices).devicesAfter })
    },
  }
}
