import { createDevices, type Tokens } from '@platform/auth'
import type { Clock } from '../../runtime/clock.ts'
import { localProfile } from '../accounts/profile.ts'
import { addressKey } from '../users/rules.ts'
import type { UsersService } from '../users/service.ts'
import type { WithDevices } from './model.ts'

/** Browsers that users have signed in by. Wrong passwords sent from the same IP address do not lock them out. */
export interface DevicesService {
  /**
   * Finds the device by which the account of an e-mail address was signed in, if its password is still the same.
   * Only the accounts that the token names are read, so the call takes as long for an address without an account.
   *
   * @param token the device cookie of the browser, unchecked
   * @returns the id of the device, or `null`.
   */
  knownFor(token: string | null, email: string): Promise<string | null>
  /**
   * @param user as read when the password was checked
   * @returns the new device cookie of the browser.
   */
  remember(token: string | null, user: WithDevices): Promise<string>
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
      return devices.remember(await devices.read(token), { userId: user.id, since: user.devicesAfter })
    },
  }
}
