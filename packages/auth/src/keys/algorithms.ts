/**
 * The signing algorithms of key sets, which are the values of `PLATFORM_JWT_ALG`.
 *
 * @example
 * ```ts
 * const schema = z.enum(ALGORITHMS)
 * ```
 */
export const ALGORITHMS = [
  'HS256',
  'HS384',
  'HS512',
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
] as const

/**
 * One of {@link ALGORITHMS}.
 *
 * @example
 * ```ts
 * const algorithm: Algorithm = 'HS256'
 * ```
 */
export type Algorithm = (typeof ALGORITHMS)[number]

/** The one shared secret of an HMAC algorithm. */
export interface SecretRequirement {
  readonly family: 'secret'
  /** A shorter secret is weaker than the hash itself (RFC 7518, 3.2). */
  readonly bytes: number
  readonly importAs: { readonly name: string; readonly hash: string }
}

/** The key pair of any other algorithm. */
export interface PairRequirement {
  readonly family: 'pair'
  /** The kind of key to generate, for messages. */
  readonly wants: string
  /** Node's `asymmetricKeyType`. */
  readonly keyType: 'rsa' | 'ec' | 'ed25519'
  /** Node's `namedCurve`, for EC keys. */
  readonly curve?: string
  readonly importAs: { readonly name: string; readonly hash?: string; readonly namedCurve?: string }
}

/** The kind of key that an algorithm needs. */
export type KeyRequirement = SecretRequirement | PairRequirement

/** RFC 7518, 3.3: RSA keys below this size must not be used. */
export const MINIMUM_RSA_BITS = 2048

function secret(bits: number): SecretRequirement {
  return { family: 'secret', bytes: bits / 8, importAs: { name: 'HMAC', hash: `SHA-${bits}` } }
}

function rsa(name: string, bits: number): PairRequirement {
  const wants = `an RSA key of at least ${MINIMUM_RSA_BITS} bits`
  return { family: 'pair', wants, keyType: 'rsa', importAs: { name, hash: `SHA-${bits}` } }
}

function ec(namedCurve: string, curve: string): PairRequirement {
  const wants = `an EC key on curve ${namedCurve}`
  return { family: 'pair', wants, keyType: 'ec', curve, importAs: { name: 'ECDSA', namedCurve } }
}

const REQUIREMENTS: Readonly<Record<Algorithm, KeyRequirement>> = {
  HS256: secret(256),
  HS384: secret(384),
  HS512: secret(512),
  RS256: rsa('RSASSA-PKCS1-v1_5', 256),
  RS384: rsa('RSASSA-PKCS1-v1_5', 384),
  RS512: rsa('RSASSA-PKCS1-v1_5', 512),
  PS256: rsa('RSA-PSS', 256),
  PS384: rsa('RSA-PSS', 384),
  PS512: rsa('RSA-PSS', 512),
  ES256: ec('P-256', 'prime256v1'),
  ES384: ec('P-384', 'secp384r1'),
  ES512: ec('P-521', 'secp521r1'),
  EdDSA: { family: 'pair', wants: 'an Ed25519 key', keyType: 'ed25519', importAs: { name: 'Ed25519' } },
}

/**
 * Says whether a value is the exact name of a supported algorithm. `none`, and names in lower case, are refused.
 *
 * @example
 * ```ts
 * isAlgorithm('HS256') // true
 * isAlgorithm('hs256') // false
 * ```
 */
export function isAlgorithm(value: unknown): value is Algorithm {
  return (ALGORITHMS as readonly unknown[]).includes(value)
}

export function keyRequirement(algorithm: Algorithm): KeyRequirement {
  return REQUIREMENTS[algorithm]
}
