import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { TokenError } from '../tokens/token-error.ts'
import type { Tokens } from '../tokens/tokens.ts'

/**
 * Time for which a device stays known after the last sign-in by it, in milliseconds.
 *
 * @example
 * ```ts
 * const maxAge = DEVICE_LIFETIME / 1000
 * ```
 */
export const DEVICE_LIFETIME = 365 * 24 * 60 * 60 * 1000
const MOST_ACCOUNTS = 5
/** Browsers keep cookies of at most 4,096 bytes, name and attributes included. */
const LONGEST_TOKEN = 3_700
/** The claim with the device. An operator names the claim of the user's id, but will hardly choose this name. */
const CLAIM = 'platform_device'

const contents = z.object({
  id: z.uuid(),
  accounts: z
    .array(z.object({ user: z.string(), at: z.number().int(), since: z.number().int().nullable() }))
    .max(MOST_ACCOUNTS),
})

/**
 * An account that a user has signed in to by a device.
 *
 * @example
 * ```ts
 * const account: DeviceAccount = { userId: user.id, at: new Date(), since: user.devicesAfter }
 * ```
 */
export interface DeviceAccount {
  readonly userId: string
  /** The time of the last sign-in to the account by this device. */
  readonly at: Date
  /** The `since` that `remember` got at that sign-in. */
  readonly since: Date | null
}

/**
 * A browser by which a user has signed in.
 *
 * @example
 * ```ts
 * const knows = (device: Device, id: string) => device.accounts.some(({ userId }) => userId === id)
 * ```
 */
export interface Device {
  /** The id stays the same as long as the device is known, also when another user signs in by it. */
  readonly id: string
  /** At most five accounts, the latest sign-in first, none older than {@link DEVICE_LIFETIME}. */
  readonly accounts: readonly DeviceAccount[]
}

/**
 * Remembers devices in a token that the browser stores in a cookie.
 *
 * @example
 * ```ts
 * const device = (devices: Devices, cookie: string | null) => devices.read(cookie)
 * ```
 */
export interface Devices {
  /** @returns `null` for a text that is no token of a device, and for an expired one. */
  read(token: string | null | undefined): Promise<Device | null>
  /**
   * Makes a token for a device by which a user has just signed in. It replaces the device's earlier token.
   *
   * @param account `since` is the moment at which the user's devices were last forgotten. Take it from the same record
   * that the password was compared with, so that a sign-in during a change of password leaves no known device.
   * @throws AuthError `KEYS_CANNOT_SIGN`
   */
  remember(
    device: Device | null,
    account: { readonly userId: string; readonly since?: Date | null | undefined },
  ): Promise<string>
}

/**
 * Makes the memory for devices by which users have signed in. Wrong passwords that come with such a token are counted
 * for the device alone, so that guesses from other places do not lock the owner out. The token itself signs no user in.
 * It vouches for an account until the account's devices are forgotten: give another `since` with each new password.
 *
 * @example
 * ```ts
 * const devices = createDevices({ tokens })
 * const device = await devices.read(cookie)
 * const account = device?.accounts.find(({ userId }) => userId === user.id)
 * const isKnown = account?.since?.getTime() === user.devicesAfter?.getTime()
 * setCookie(await devices.remember(device, { userId: user.id, since: user.devicesAfter }))
 * ```
 */
export function createDevices({
  tokens,
  now = Date.now,
}: {
  readonly tokens: Tokens
  readonly now?: (() => number) | undefined
}): Devices {
  return {
    async read(token) {
      if (!token) return null
      const verified = await tokens.verify(token, { kind: 'device' }).catch((error: unknown) => {
        if (error instanceof TokenError) return null
        throw error
      })
      const parsed = contents.safeParse(verified?.claims[CLAIM])
      if (!parsed.success) return null
      const { id, accounts } = parsed.data
      return {
        id,
        accounts: accounts
          .filter(({ at }) => at > now() - DEVICE_LIFETIME)
          .map(({ user, at, since }) => ({
            userId: user,
            at: new Date(at),
            since: since === null ? null : new Date(since),
          })),
      }
    },
    async remember(device, { userId, since = null }) {
      const latest = { userId, at: new Date(now()), since }
      const others = device?.accounts.filter(account => account.userId !== userId) ?? []
      const id = device?.id ?? randomUUID()
      for (let most = MOST_ACCOUNTS; ; most--) {
        const accounts = [latest, ...others]
          .slice(0, most)
          .map(({ userId: user, at, since }) => ({ user, at: at.getTime(), since: since?.getTime() ?? null }))
        const { token } = await tokens.sign({
          kind: 'device',
          userId,
          expiresIn: DEVICE_LIFETIME,
          claims: { [CLAIM]: { id, accounts } },
        })
        if (token.length <= LONGEST_TOKEN || most === 1) return token
      }
    },
  }
}
