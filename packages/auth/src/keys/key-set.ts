import type { CryptoKey } from 'jose'
import { AuthError } from '../errors.ts'
import { ALGORITHMS, type Algorithm, isAlgorithm, keyRequirement } from './algorithms.ts'
import { importKey, type UsableKey } from './import-key.ts'
import { KeyProblems, KeySetError } from './key-set-error.ts'
import { parseKeyTexts } from './parse-key-text.ts'

/**
 * Options of {@link createKeySet}.
 *
 * @example
 * ```ts
 * const options: KeySetOptions = { algorithm: 'HS256', secret, production: true }
 * ```
 */
export interface KeySetOptions {
  /** `PLATFORM_JWT_ALG`, one of {@link ALGORITHMS}. */
  readonly algorithm: string
  /**
   * `PLATFORM_JWT_SECRET`: for HMAC the secret itself, `base64:` and the secret in base64, or the JSON
   * `{"kid", "secret"}`; for a key pair the JSON `{"kid", "private", "public"}` with PEM texts.
   */
  readonly secret?: string | undefined
  /** `PLATFORM_JWT_SECRETS`: a JSON array of those objects, each with its `kid`. It replaces `secret`. */
  readonly secrets?: string | undefined
  /** Whether an HMAC secret shorter than its hash is refused instead of reported as `weak`. */
  readonly production: boolean
}

/**
 * The key that signs, and its name in a token's header.
 *
 * @example
 * ```ts
 * const { kid, key }: SigningKey = keys.signingKey()
 * ```
 */
export interface SigningKey {
  readonly kid?: string | undefined
  readonly key: CryptoKey
}

/**
 * The keys of one algorithm: one that signs, and all that verify.
 *
 * @example
 * ```ts
 * const canIssueTokens = (keys: KeySet) => keys.canSign
 * ```
 */
export interface KeySet {
  readonly algorithm: Algorithm
  /** `true` when an HMAC secret is shorter than its hash, which production refuses. Warn about it at the start. */
  readonly weak: boolean
  /** Whether the first key has its private half. */
  readonly canSign: boolean
  /**
   * The first key.
   * @throws AuthError `KEYS_CANNOT_SIGN` when only its public half is known.
   */
  signingKey(): SigningKey
  /**
   * The keys that a token may be signed with, by the `kid` of its header; none when the token must be refused. A `kid`
   * names one key, and a token without a `kid` may be signed with any. A single key without a `kid` checks every token.
   */
  verificationKeys(kid: string | undefined): readonly CryptoKey[]
}

/**
 * Reads the configured keys. The first signs, all verify, which is how keys are rotated: put the new one
 * first, remove the old one after the longest life of a token.
 *
 * @throws {@link KeySetError} with every problem found. No message contains key material.
 *
 * @example
 * ```ts
 * const keys = await createKeySet({ algorithm: 'HS256', secret: process.env.PLATFORM_JWT_SECRET, production: true })
 * ```
 */
export async function createKeySet(options: KeySetOptions): Promise<KeySet> {
  const { algorithm, production } = options
  if (!isAlgorithm(algorithm)) {
    throw new KeySetError([{ variable: 'PLATFORM_JWT_ALG', message: `must be one of ${ALGORITHMS.join(', ')}` }])
  }
  const problems = new KeyProblems()
  const context = { algorithm, requirement: keyRequirement(algorithm), production, problems }
  const imported = await Promise.all(parseKeyTexts(options, context).map(written => importKey(written, context)))
  problems.throwIfAny()
  const [first, ...others] = imported.filter(key => key !== null)
  if (first === undefined) throw new TypeError('a key set without a problem has a key')
  return keySet(algorithm, [first, ...others])
}

function keySet(algorithm: Algorithm, keys: readonly [UsableKey, ...UsableKey[]]): KeySet {
  const { kid, sign } = keys[0]
  return {
    algorithm,
    weak: keys.some(key => key.weak),
    canSign: sign !== undefined,
    verificationKeys: kid =>
      keys.filter(key => key.kid === undefined || kid === undefined || kid === key.kid).map(key => key.verify),
    signingKey() {
      if (sign !== undefined) return { kid, key: sign }
      throw new AuthError(
        'KEYS_CANNOT_SIGN',
        'The first JWT key has no "private" half, so no tokens can be issued. Add it, or put a key first that has one.',
      )
    },
  }
}
