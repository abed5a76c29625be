import {
  addressGroups,
  createCaptcha,
  createLimiter,
  createLockout,
  type Limit,
  type Limiter,
  type LoginAttempt,
  type LoginPermit,
  type Quota,
} from '@platform/auth'
import type { Config } from '@platform/config'
import type { Kvstore } from '@platform/kvstore'
import { PlatformError } from '@platform/plugin-sdk'
import type { Outbound } from '../../outbound/outbound.ts'
import { addressKey } from '../users/rules.ts'
import { postForm } from './post-form.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** What one address, or one person where that is said, may do; those of addresses leave room for fifty people behind them. Those for signing in are `LOGIN_LIMITS` of `@platform/auth`. */
export const LIMITS = {
  registrationTried: { name: 'register:tried', most: 200, window: HOUR },
  registered: { name: 'register:made', most: 60, window: HOUR },
  /** Sign-ins at providers that were begun; each is kept until it is over. */
  providerBegun: { name: 'provider:begun', most: 300, window: 10 * MINUTE },
  /** Discussions that were opened by asking for an address. */
  discussionOpened: { name: 'asset:opened', most: 600, window: HOUR },
  /** Mails that anybody can have sent to an address by naming it: confirmations, forgotten passwords. */
  mailTo: { name: 'mail:to', most: 5, window: 30 * MINUTE },
  mailFrom: { name: 'mail:from', most: 25, window: 5 * MINUTE },
  /** Flags and disagreements of one person, so that nobody fills the queue of moderators. */
  reported: { name: 'reported', most: 100, window: MINUTE },
} as const satisfies Readonly<Record<string, Limit>>

/** A mail that somebody asks for. */
export interface MailTrip {
  readonly to: string
  /** The IP address it is asked for from; `null` for the platform itself. */
  readonly address: string | null
}

/** Somebody who tries to sign in with the account of an e-mail address. */
export interface SignInAttempt extends Omit<LoginAttempt, 'account'> {
  readonly email: string
}

/** Limits on what can be tried without being signed in; counted for all instances together. */
export interface LimitsService {
  readonly limiter: Limiter
  /** Whether a password may be looked at; however the e-mail address is written, it counts as what accounts are found by. */
  admitSignIn(attempt: SignInAttempt): Promise<LoginPermit>
  /**
   * Counts something an IP address does, or refuses it. @returns how to uncount it.
   * @throws PlatformError RATE_LIMIT_EXCEEDED with `retryAfter`, 429.
   */
  countFor(address: string, ...limits: readonly Limit[]): Promise<() => Promise<void>>
  /**
   * Whether a mail that somebody asked for may be sent: few to one address, and not very many for one IP address.
   * Answer the same whatever this says: who is asked about must not learn it, and neither must who asks.
   */
  allowsMail(mail: MailTrip): Promise<boolean>
  /** The same for what somebody does in their own name, who is told. @throws PlatformError RATE_LIMIT_EXCEEDED with `retryAfter`, 429. */
  countMail(mail: MailTrip): Promise<void>
}

export function createLimits({
  kvstore,
  config,
  outbound,
}: {
  kvstore: Kvstore
  config: Config
  outbound: Outbound
}): LimitsService {
  const limiter = createLimiter(kvstore)
  const captcha = config.captcha
    ? createCaptcha({ ...config.captcha, post: (url, form) => postForm(outbound, { url, form }) })
    : null
  const quotas = (address: string, limits: readonly Limit[]) =>
    limits.map((limit): Quota => ({ limit, of: [addressGroups(address).household] }))
  const takeMail = ({ to, address }: MailTrip) =>
    limiter.take(...(address === null ? [] : quotas(address, [LIMITS.mailFrom])), {
      limit: LIMITS.mailTo,
      of: [addressKey(to)],
    })
  // Where nobody can solve a captcha, guesses of strangers must not ask the owner for one.
  const lockout = createLockout({ limiter, captcha, challengesAccounts: config.captcha?.drawable === true })
  return {
    limiter,
    admitSignIn: ({ email, ...attempt }) => lockout.admit({ ...attempt, account: addressKey(email) }),
    async countFor(address, ...limits) {
      const taken = await limiter.take(...quotas(address, limits))
      if (!taken.allowed) throw tooOften('RATE_LIMIT_EXCEEDED', taken.retryAfter)
      return taken.giveBack
    },
    allowsMail: async trip => (await takeMail(trip)).allowed,
    async countMail(trip) {
      const taken = await takeMail(trip)
      if (!taken.allowed) throw tooOften('RATE_LIMIT_EXCEEDED', taken.retryAfter)
    },
  }
}

/** The answer to whoever tries something too often. @param retryAfter milliseconds */
export function tooOften(
  code: string,
  retryAfter: number,
  metadata: Readonly<Record<string, unknown>> = {},
): PlatformError {
  const seconds = Math.max(1, Math.ceil(retryAfter / 1_000))
  return new PlatformError(code, `Too many attempts; try again in ${inWords(seconds)}`, {
    status: 429,
    metadata: { retryAfter: seconds, ...metadata },
  })
}

function inWords(seconds: number): string {
  if (seconds <= 60) return seconds === 1 ? 'a second' : `${seconds} seconds`
  return `${Math.ceil(seconds / 60)} minutes`
}
