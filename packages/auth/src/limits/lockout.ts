import type { Captcha } from '../captcha/captcha.ts'
import { addressGroups } from './address.ts'
import type { Limit, Limiter, Quota, Taken } from './limiter.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/**
 * How many wrong passwords are let through. Those for an address leave room for fifty people behind it; those
 * for one account from one address are for somebody who mistypes.
 */
export const LOGIN_LIMITS = {
  pair: { name: 'login:pair', most: 6, window: MINUTE },
  pairLong: { name: 'login:pair-long', most: 30, window: HOUR },
  address: { name: 'login:address', most: 100, window: 10 * MINUTE },
  addressLong: { name: 'login:address-long', most: 300, window: HOUR },
  site: { name: 'login:site', most: 1000, window: HOUR },
  account: { name: 'login:account', most: 50, window: HOUR },
  device: { name: 'login:device', most: 6, window: MINUTE },
  deviceLong: { name: 'login:device-long', most: 30, window: HOUR },
  /** All devices of one account. */
  devices: { name: 'login:devices', most: 60, window: HOUR },
} as const satisfies Readonly<Record<string, Limit>>

/** Somebody who tries to sign in. */
export interface LoginAttempt {
  /** Client's IP address. */
  readonly address: string
  /** What names the account, whether there is one or not; in one spelling. */
  readonly account: string
  /** The answer of a captcha, if the client sent one. */
  readonly captchaResponse?: string | null | undefined
  /**
   * Id of the device, if somebody has signed in to this very account by it, and by the password of today: see
   * `createDevices`.
   */
  readonly device?: string | null | undefined
}

/** Whether a password may be looked at. */
export type LoginPermit =
  | {
      readonly allowed: true
      /** To be called when the password was right: it does not count. */
      succeeded(): Promise<void>
    }
  | {
      readonly allowed: false
      /** Milliseconds. */
      readonly retryAfter: number
      /** Whether solving a captcha lets them try at once. */
      readonly captcha: boolean
    }

/** Slows down those who guess passwords. */
export interface Lockout {
  /** @throws AuthError `UNAVAILABLE` when attempts can't be counted, or a captcha can't be checked. */
  admit(attempt: LoginAttempt): Promise<LoginPermit>
}

/** What {@link createLockout} is made from. */
export interface LockoutOptions {
  readonly limiter: Limiter
  readonly captcha?: Captcha | null
  /** Whether many failures of one account, from anywhere, ask for the captcha. Default: `true`. */
  readonly challengesAccounts?: boolean
}

/**
 * Wrong passwords are counted for an address, and for an account from an address; never for an account alone,
 * so nobody is kept out of their account by what others try elsewhere. With a captcha, many failures of an
 * account from anywhere ask for one, and solving it opens what the shorter of the two limits has closed. Where a
 * captcha can't be shown to everybody set `challengesAccounts` to `false`: nobody is asked for one for what others did.
 *
 * Those that come by a device which has signed in to the account before are counted for that device and account and
 * for all devices of the account, and for nothing else while there is room: whoever guesses behind the same address, or
 * at the same account, does not keep its owner out. Beyond that they count like anybody else's, so whoever has copied
 * a device's token takes nothing from its owner.
 *
 * @example
 * ```ts
 * const permit = await lockout.admit({ address: request.ip, account: email })
 * if (!permit.allowed) throw new TooManyRequests(permit.retryAfter)
 * if (await isRight(password)) await permit.succeeded()
 * ```
 */
export function createLockout({ limiter, captcha = null, challengesAccounts = true }: LockoutOptions): Lockout {
  /** Like anybody: whatever device it comes by. */
  async function admitFrom({ captchaResponse, ...attempt }: LoginAttempt): Promise<LoginPermit> {
    const quotas = quotasOf(attempt)
    const first = await limiter.take(...quotas.short, ...(captcha && challengesAccounts ? quotas.challenge : []))
    if (!first.allowed) {
      const solved = captcha !== null && (await captcha.verify(captchaResponse, attempt.address))
      if (!solved) return refusal(first, captcha !== null)
    }
    const second = await limiter.take(...quotas.long)
    if (!second.allowed) {
      if (first.allowed) await first.giveBack()
      return refusal(second, false)
    }
    return {
      allowed: true,
      async succeeded() {
        await Promise.all([first, second].map(taken => (taken.allowed ? taken.giveBack() : undefined)))
      },
    }
  }

  return {
    async admit(attempt) {
      if (!attempt.device) return admitFrom(attempt)
      const own = await limiter.take(...quotasOfDevice(attempt.device, attempt.account))
      if (own.allowed) return { allowed: true, succeeded: () => own.giveBack() }
      const permit = await admitFrom(attempt)
      // Whichever has room first.
      return permit.allowed ? permit : { ...permit, retryAfter: Math.min(permit.retryAfter, own.retryAfter) }
    },
  }
}

/** What the device alone uses up comes first: beyond that it touches nothing of the others. */
function quotasOfDevice(device: string, account: string): Quota[] {
  return [
    { limit: LOGIN_LIMITS.deviceLong, of: [device, account] },
    { limit: LOGIN_LIMITS.device, of: [device, account] },
    { limit: LOGIN_LIMITS.devices, of: [account] },
  ]
}

function quotasOf({ address, account }: LoginAttempt): Record<'short' | 'long' | 'challenge', Quota[]> {
  const { household, site } = addressGroups(address)
  return {
    short: [
      ...(site === null ? [] : [{ limit: LOGIN_LIMITS.site, of: [site] }]),
      { limit: LOGIN_LIMITS.address, of: [household] },
      { limit: LOGIN_LIMITS.pair, of: [household, account] },
    ],
    long: [
      { limit: LOGIN_LIMITS.addressLong, of: [household] },
      { limit: LOGIN_LIMITS.pairLong, of: [household, account] },
    ],
    challenge: [{ limit: LOGIN_LIMITS.account, of: [account] }],
  }
}

function refusal(taken: Extract<Taken, { allowed: false }>, captcha: boolean): LoginPermit {
  return { allowed: false, retryAfter: taken.retryAfter, captcha }
}
