import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { TokenError } from '../tokens/token-error.ts'
import type { Tokens } from '../tokens/tokens.ts'

/** How long a device is known after somebody signed in by it. Milliseconds. */
export const DEVICE_LIFETIME = 365 * 24 * 60 * 60 * 1000
const MOST_ACCOUNTS = 5
/** Browsers keep cookies of at most 4,096 bytes, with name and attributes. */
const LONGEST_TOKEN = 3_700
/** Whatever claim names the user, it is hardly called this. */
const CLAIM = 'platform_device'

const contents = z.object({
  id: z.uuid(),
  accounts: z
    .array(z.object({ user: z.string(), at: z.number().int(), since: z.number().int().nullable() }))
    .max(MOST_ACCOUNTS),
})

/** An account that was signed in to by a device. */
export interface DeviceAccount {
  readonly userId: string
  /** The last time. */
  readonly at: Date
  /** What `remember` was given then. */
  readonly since: Date | null
}

/** A browser that somebody has signed in by. */
export interface Device {
  /** The same for as long as it is known, whoever signs in. */
  readonly id: string
  /** The latest first; at most five, none older than {@link DEVICE_LIFETIME}. */
  readonly accounts: readonly DeviceAccount[]
}

/** Remembers devices, in a token that they keep. */
export interface Devices {
  /** @returns `null` for what is no token of a device, or not any more. */
  read(token: string | null | undefined): Promise<Device | null>
  /**
   * A token for a device by which somebody has just signed in; it replaces the one there was.
   *
   * @param account `since`: when the user's devices were last forgotten, as the record says by which the password was
   * found right. Whoever signs in while it is changed has then a device that is forgotten already.
   * @throws AuthError `KEYS_CANNOT_SIGN`
   */
  remember(
    device: Device | null,
    account: { readonly userId: string; readonly since?: Date | null | undefined },
  ): Promise<string>
}

/**
 * Devices by which people have signed in. Guesses at a password that come with such a token can be counted for
 * the device, so that its owner is kept out by nobody else's. The token lets nobody in. It vouches for an account as
 * long as the account's devices are not forgotten: do so, by another `since`, with each new password.
 *
 * @example
 * ```ts
 * const devices = createDevices({ tokens })
 * const device = await devices.read(cookie)
 * const isKnown = device?.accounts.some(({ userId, since }) => userId === user.id && since?.getTime() === user.devicesAfter?.getTime())
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
