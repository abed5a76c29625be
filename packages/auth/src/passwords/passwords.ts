import { availableParallelism } from 'node:os'
import pLimit from 'p-limit'
import { AuthError } from '../errors.ts'
import {
  type Argon2Cost,
  hashArgon2,
  impossibleHash,
  inspectArgon2,
  RECOMMENDED_COST,
  verifyArgon2,
} from './argon2id.ts'
import { bcrypt } from './native.ts'
import { fitsHash, passwordProblem } from './password-problem.ts'

/** bcrypt hashes up to a cost of 15, about two seconds, because imported hashes may cost too much. */
const BCRYPT = /^\$2[aby]\$(?:0[4-9]|1[0-5])\$[./A-Za-z0-9]{53}$/
/** Hashing shares Node's four worker threads with files and name resolution, which must not wait for it. */
const DEFAULT_CONCURRENCY = Math.min(availableParallelism(), 3)

/**
 * Options of {@link createPasswords}.
 *
 * @example
 * ```ts
 * const options: PasswordsOptions = { concurrency: 1, queue: 20 }
 * ```
 */
export interface PasswordsOptions {
  /** The most hashes that are computed at the same time. @defaultValue one for each core, at most 3 */
  readonly concurrency?: number | undefined
  /** The most calls that may wait. @defaultValue 100 */
  readonly queue?: number | undefined
  /** What one hash costs, for tests that need no strong hashes. @defaultValue what OWASP recommends */
  readonly cost?: Argon2Cost | undefined
}

/**
 * The answer of a password check.
 *
 * @example
 * ```ts
 * const { ok, outdated }: PasswordCheck = await verifyPassword(user.password, input.password)
 * ```
 */
export interface PasswordCheck {
  readonly ok: boolean
  /** `true` when the password was right and its hash is of an older kind. Store a new hash then. */
  readonly outdated: boolean
}

/**
 * Hashes and checks passwords, a few at the same time.
 *
 * @example
 * ```ts
 * const check = (passwords: Passwords, hash: string, text: string) => passwords.verify(hash, text)
 * ```
 */
export interface Passwords {
  /**
   * Makes the argon2id hash to store.
   * @throws AuthError with the code of {@link passwordProblem}, or `UNAVAILABLE` when too many wait already.
   */
  hash(password: string): Promise<string>
  /**
   * Checks a password against a stored hash: argon2, or bcrypt from older systems, which reads the first 72 bytes only.
   * Without a hash, or with one that can't be read, it does the same work and answers no, so that the time does not
   * show whether an account exists.
   * @throws AuthError `UNAVAILABLE` when too many wait already.
   */
  verify(hash: string | null | undefined, password: string): Promise<PasswordCheck>
}

/**
 * Makes a service that hashes passwords with its own limits.
 *
 * @example
 * ```ts
 * const passwords = createPasswords({ concurrency: 1, queue: 20 })
 * const stored = await passwords.hash('correct horse battery')
 * await passwords.verify(stored, 'correct horse battery') // { ok: true, outdated: false }
 * ```
 */
export function createPasswords({
  concurrency = DEFAULT_CONCURRENCY,
  queue = 100,
  cost = RECOMMENDED_COST,
}: PasswordsOptions = {}): Passwords {
  const limit = pLimit(concurrency)
  const impossible = impossibleHash(cost)
  const inTurn = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (limit.activeCount + limit.pendingCount >= concurrency + queue) {
      throw new AuthError('UNAVAILABLE', 'Too many passwords are being checked now. Try again in a few seconds.')
    }
    return limit(work)
  }
  return {
    async hash(password) {
      const problem = passwordProblem(password)
      if (problem !== null) {
        throw new AuthError(problem, 'A password needs at least 8 characters and at most 1024 bytes, without NUL.')
      }
      return inTurn(() => hashArgon2(password, cost))
    },
    async verify(stored, password) {
      // No stored password can match such a text, and the time of the answer must not depend on the stored hash.
      if (typeof password !== 'string' || !fitsHash(password)) return { ok: false, outdated: false }
      return inTurn(() => check(stored ?? impossible, password, { cost, impossible }))
    },
  }
}

async function check(
  stored: string,
  password: string,
  { cost, impossible }: { cost: Argon2Cost; impossible: string },
): Promise<PasswordCheck> {
  if (BCRYPT.test(stored)) {
    const ok = await bcrypt().verify(password, stored)
    return { ok, outdated: ok }
  }
  const readable = inspectArgon2(stored, cost)
  const ok = await verifyArgon2(readable === null ? impossible : stored, password)
  return { ok, outdated: ok && readable?.outdated === true }
}

/**
 * Whether a text is a hash that {@link Passwords.verify} can check.
 *
 * @example
 * ```ts
 * isPasswordHash('correct horse battery') // false
 * ```
 */
export function isPasswordHash(text: string): boolean {
  return BCRYPT.test(text) || inspectArgon2(text, RECOMMENDED_COST) !== null
}

const shared = createPasswords()

/**
 * Hashes a password for storing, sharing one queue with every other caller; see {@link Passwords.hash}.
 *
 * @throws AuthError `PASSWORD_REQUIRED`, `PASSWORD_LENGTH`, `PASSWORD_INVALID` or `UNAVAILABLE`.
 *
 * @example
 * ```ts
 * const password = await hashPassword(input.password)
 * ```
 */
export function hashPassword(password: string): Promise<string> {
  return shared.hash(password)
}

/**
 * Checks a password against a stored hash, or against nothing; see {@link Passwords.verify}.
 *
 * @throws AuthError `UNAVAILABLE` when too many wait already.
 *
 * @example
 * ```ts
 * const { ok, outdated } = await verifyPassword(user?.password ?? null, input.password)
 * if (ok && outdated) await store(user.id, await hashPassword(input.password))
 * ```
 */
export function verifyPassword(hash: string | null | undefined, password: string): Promise<PasswordCheck> {
  return shared.verify(hash, password)
}
