import type { Captcha } from '../captcha/captcha.ts'
import { addressGroups } from './address.ts'
import type { Limit, Limiter, Quota, Taken } from './limiter.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/**
 * The numbers of wrong passwords that are allowed. The limits of an address allow for fifty users behind it, and those
 * of one account from one address allow for typing errors.
 *
 * @example
 * ```ts
 * const { most, window } = LOGIN_LIMITS.devices // 60 an hour
 * ```
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
  /** Counted for all devices of one account together. */
  devices: { name: 'login:devices', most: 60, window: HOUR },
} as const satisfies Readonly<Record<string, Limit>>

/**
 * One attempt to sign in.
 *
 * @example
 * ```ts
 * const attempt: LoginAttempt = { address: request.ip, account: email }
 * ```
 */
export interface LoginAttempt {
  /** The client's IP address. */
  readonly address: string
  /** The name of the account in one spelling, also when no such account exists. */
  readonly account: string
  /** The answer of a captcha, if the client sent one. */
  readonly captchaResponse?: string | null | undefined
  /**
   * The id of the device, if it is known for this account since the last change of password: see `createDevices`.
   */
  readonly device?: string | null | undefined
}

/**
 * The answer to an attempt: the password may be compared, or the client has to wait.
 *
 * @example
 * ```ts
 * const mustWait = (permit: LoginPermit) => !permit.allowed
 * ```
 */
export type LoginPermit =
  | {
      readonly allowed: true
      /** Call this when the password was right: the attempt is then not counted. */
      succeeded(): Promise<void>
    }
  | {
      readonly allowed: false
      /** Milliseconds. */
      readonly retryAfter: number
      /** Whether the client may try again without waiting when it solves a captcha. */
      readonly captcha: boolean
    }

/**
 * Slows down the guessing of passwords.
 *
 * @example
 * ```ts
 * const permit = await lockout.admit({ address: request.ip, account: email })
 * ```
 */
export interface Lockout {
  /** @throws AuthError `UNAVAILABLE` when attempts can't be counted, or a captcha can't be checked. */
  admit(attempt: LoginAttempt): Promise<LoginPermit>
}

/** Options of {@link createLockout}. */
export interface LockoutOptions {
  readonly limiter: Limiter
  readonly captcha?: Captcha | null
  /** Whether many wrong passwords for one account, from anywhere, require a captcha. @defaultValue true */
  readonly challengesAccounts?: boolean
}

/**
 * Makes the lockout. Wrong passwords are counted for an address, and for an account from an address. They are never
 * counted for an account alone, because an attacker could then lock the owner out from anywhere. With a captcha, many
 * wrong passwords for one account from anywhere require one, and solving it opens what the shorter of the two limits
 * has closed. Set `challengesAccounts` to `false` where some clients can't show a captcha.
 *
 * Wrong passwords that come from a device known for the account are counted for that device and account, and for all
 * devices of the account, until these limits are used up. So an attacker behind the same address does not lock the
 * owner out. Beyond these limits they count like those of an unknown device, so that a copied token of a device does
 * not lock its owner out either.
 *
 * @example
 * ```ts
 * const permit = await lockout.admit({ address: request.ip, account: email })
 * if (!permit.allowed) throw new TooManyRequests(permit.retryAfter)
 * if (await isRight(password)) await permit.succeeded()
 * ```
 */
export function createLockout({ limiter, captcha = null, challengesAccounts = true }: LockoutOptions): Lockout {
  /** Admits an attempt by the limits of its address, as if its device were unknown. */
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
      // The client may try again as soon as one of the two limits allows it.
      return permit.allowed ? permit : { ...permit, retryAfter: Math.min(permit.retryAfter, own.retryAfter) }
    },
  }
}

/** The limit of the device itself comes first, so that a device over its limit uses nothing of the other limits. */
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
