import {
  addressGroups,
  type Captcha,
  createLimiter,
  createLockout,
  type Limit,
  type Limiter,
  type LoginAttempt,
  type LoginPermit,
  type Quota,
} from '@platform/auth'
import type { Kvstore } from '@platform/kvstore'
import { PlatformError, type User } from '@platform/plugin-sdk'
import { addressKey } from '../users/rules.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/**
 * How often one IP address may do something; flags, live tickets, new passwords and requests for deletion are
 * counted by user, and mails by recipient too. The limits of addresses are wide enough for fifty people behind one
 * address. Those of signing in are `LOGIN_LIMITS` of `@platform/auth`.
 */
export const LIMITS = {
  registrationTried: { name: 'register:tried', most: 200, window: HOUR },
  registered: { name: 'register:made', most: 60, window: HOUR },
  /** Sign-ins at providers; each is stored until it ends. */
  providerBegun: { name: 'provider:begun', most: 300, window: 10 * MINUTE },
  /** Windows in which a reader signs in for a frame. */
  signInWindow: { name: 'sign-in:window', most: 300, window: 10 * MINUTE },
  /** Questions of frames whether the window has finished: fifty frames may ask once a second. */
  handoffAsked: { name: 'handoff:asked', most: 3_000, window: MINUTE },
  /** Live tickets of one user. */
  liveTicket: { name: 'live:ticket', most: 120, window: MINUTE },
  /** Discussions that a reader opened by requesting the address of a page. */
  discussionOpened: { name: 'asset:opened', most: 600, window: HOUR },
  /** Reports of browsers about violated policies; one page may cause several. */
  policyReported: { name: 'policy:reported', most: 60, window: MINUTE },
  /** Reports of browsers about components of plugins that threw. */
  partFailed: { name: 'part:failed', most: 60, window: MINUTE },
  /** Mails to one address, and for one IP address: any visitor can cause them by naming an e-mail address. */
  mailTo: { name: 'mail:to', most: 5, window: 30 * MINUTE },
  mailFrom: { name: 'mail:from', most: 25, window: 5 * MINUTE },
  /**
   * New passwords and requests for deletion of one user: each is mailed to the account's address, which may be the
   * one of somebody else. The mails are not counted by recipient, or any visitor could use up those that warn an owner.
   */
  passwordChanged: { name: 'password:changed', most: 5, window: 30 * MINUTE },
  deletionRequested: { name: 'deletion:requested', most: 5, window: 24 * HOUR },
  /** Flags and disagreements of one user, so that no user fills the moderation queue. */
  reported: { name: 'reported', most: 100, window: MINUTE },
} as const satisfies Readonly<Record<string, Limit>>

/** A mail that a request causes. */
export interface MailRequest {
  readonly to: string
  /** The IP address of the request; `null` for the platform itself. */
  readonly address: string | null
}

/** An attempt to sign in with the account of an e-mail address. */
export interface SignInAttempt extends Omit<LoginAttempt, 'account'> {
  readonly email: string
}

/** Limits that all servers count together. */
export interface LimitsService {
  readonly limiter: Limiter
  /** Checks whether captchas were solved; `null` when the operator configured no captcha. */
  readonly captcha: Captcha | null
  /** Whether the password of an attempt may be checked. All spellings of an e-mail address are counted as one. */
  admitSignIn(attempt: SignInAttempt): Promise<LoginPermit>
  /**
   * Counts an action of an IP address.
   *
   * @returns a function that takes the count back
   * @throws PlatformError RATE_LIMIT_EXCEEDED with `retryAfter` beyond a limit, status 429.
   */
  countFor(address: string, ...limits: readonly Limit[]): Promise<() => Promise<void>>
  /**
   * Counts what a signed-in user does.
   *
   * @throws PlatformError RATE_LIMIT_EXCEEDED with `retryAfter` beyond the limit, status 429.
   */
  countForUser(user: Pick<User, 'id'>, limit: Limit): Promise<void>
  /**
   * Counts a mail, and says whether it may be sent: few mails go to one address, and not many are sent for one IP
   * address. The caller must answer the same in both cases, or the answer would show which addresses have accounts.
   */
  allowsMail(mail: MailRequest): Promise<boolean>
  /**
   * Counts a mail that a signed-in user causes.
   *
   * @throws PlatformError RATE_LIMIT_EXCEEDED with `retryAfter` when the mail may not be sent, status 429.
   */
  countMail(mail: MailRequest): Promise<void>
}

interface Dependencies {
  readonly kvstore: Kvstore
  readonly captcha: Captcha | null
  /** Whether many wrong passwords for one account ask for a captcha; only where clients can show one. */
  readonly challengesAccounts: boolean
}

export function createLimits({ kvstore, captcha, challengesAccounts }: Dependencies): LimitsService {
  const limiter = createLimiter(kvstore)
  const lockout = createLockout({ limiter, captcha, challengesAccounts })
  const quotas = (address: string, limits: readonly Limit[]) =>
    limits.map((limit): Quota => ({ limit, of: [addressGroups(address).household] }))
  const takeMail = ({ to, address }: MailRequest) =>
    limiter.take(...(address === null ? [] : quotas(address, [LIMITS.mailFrom])), {
      limit: LIMITS.mailTo,
      of: [addressKey(to)],
    })
  return {
    limiter,
    captcha,
    admitSignIn: ({ email, ...attempt }) => lockout.admit({ ...attempt, account: addressKey(email) }),
    async countFor(address, ...limits) {
      const permit = await limiter.take(...quotas(address, limits))
      if (!permit.allowed) throw tooOften('RATE_LIMIT_EXCEEDED', permit.retryAfter)
      return permit.giveBack
    },
    async countForUser({ id }, limit) {
      const permit = await limiter.take({ limit, of: [id] })
      if (!permit.allowed) throw tooOften('RATE_LIMIT_EXCEEDED', permit.retryAfter)
    },
    allowsMail: async mail => (await takeMail(mail)).allowed,
    async countMail(mail) {
      const permit = await takeMail(mail)
      if (!permit.allowed) throw tooOften('RATE_LIMIT_EXCEEDED', permit.retryAfter)
    },
  }
}

/**
 * The error beyond a limit, which says when the client may try again.
 *
 * @param retryAfter milliseconds
 */
export function tooOften(
  code: string,
  retryAfter: number,
  metadata: Readonly<Record<string, unknown>> = {},
): PlatformError {
  const seconds = Math.max(1, Math.ceil(retryAfter / 1_000))
  return new PlatformError(code, `Too many attempts; try again in ${durationOf(seconds)}`, {
    status: 429,
    metadata: { retryAfter: seconds, ...metadata },
  })
}

function durationOf(seconds: number): string {
  if (seconds <= 60) return seconds === 1 ? 'a second' : `${seconds} seconds`
  const minutes = Math.ceil(seconds / 60)
  return minutes <= 120 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`
}
