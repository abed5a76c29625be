import { createHmac, generateKeyPairSync, type KeyObject } from 'node:crypto'
import {
  createKeySet,
  createTokens,
  TokenError,
  type TokenRefusal,
  type Tokens,
  type TokensConfig,
} from '../src/index.ts'

/** 2026-01-01T00:00:00Z, in milliseconds and seconds. */
export const NOW = Date.UTC(2026, 0, 1)
export const NOW_SECONDS = NOW / 1000
export const DAY = 24 * 60 * 60 * 1000
export const SECRET = 'a secret of at least thirty-two bytes'

export const CONFIG: TokensConfig = {
  expiry: DAY,
  issuer: 'https://comments.example',
  audience: 'platform',
  disableIssuer: false,
  disableAudience: false,
  userIdClaim: 'sub',
}

/** The claims of a good session token, as another service would write them. */
export function goodClaims(): Record<string, unknown> {
  return {
    jti: 'token-1',
    iss: CONFIG.issuer,
    aud: CONFIG.audience,
    sub: 'user-1',
    iat: NOW_SECONDS,
    exp: NOW_SECONDS + 3600,
  }
}

/** Makes compact tokens without the library under test; `claims` may be raw JSON text, to say what objects can't. */
export function handmade(
  parts: { header?: object; claims?: object | string; secret?: string | Buffer; hash?: string } = {},
): string {
  const { header = { alg: 'HS256' }, claims = goodClaims(), secret = SECRET, hash = 'sha256' } = parts
  const payload = typeof claims === 'string' ? claims : JSON.stringify(claims)
  const input = `${encode(JSON.stringify(header))}.${encode(payload)}`
  return `${input}.${createHmac(hash, secret).update(input).digest('base64url')}`
}

export function encode(text: string): string {
  return Buffer.from(text).toString('base64url')
}

/** Tokens with an HS256 secret and a fixed clock, unless the test gives others. */
export async function hmacTokens(
  options: { config?: Partial<TokensConfig>; now?: () => number; secrets?: string; secret?: string } = {},
): Promise<Tokens> {
  const { config = {}, now = () => NOW, secrets, secret = SECRET } = options
  const keys = await createKeySet({ algorithm: 'HS256', secret, secrets, production: true })
  return createTokens({ keys, config: { ...CONFIG, ...config }, now })
}

/** `accepted`, or why a session token was refused, with the claim that was at fault. */
export async function outcome(
  tokens: Tokens,
  token: unknown,
): Promise<'accepted' | TokenRefusal | `${TokenRefusal} ${string}`> {
  try {
    await tokens.verify(token, { kind: 'session' })
    return 'accepted'
  } catch (error) {
    if (!(error instanceof TokenError)) throw error
    return error.claim === undefined ? error.reason : `${error.reason} ${error.claim}`
  }
}

const PAIRS = {
  RSA: () => generateKeyPairSync('rsa', { modulusLength: 2048 }),
  'RSA-1024': () => generateKeyPairSync('rsa', { modulusLength: 1024 }),
  'P-256': () => generateKeyPairSync('ec', { namedCurve: 'P-256' }),
  'P-384': () => generateKeyPairSync('ec', { namedCurve: 'P-384' }),
  'P-521': () => generateKeyPairSync('ec', { namedCurve: 'P-521' }),
  Ed25519: () => generateKeyPairSync('ed25519'),
}

export type PairName = keyof typeof PAIRS

/** A fresh key pair as PEM texts. */
export function pemPair(name: PairName): { private: string; public: string } {
  const { privateKey, publicKey }: { privateKey: KeyObject; publicKey: KeyObject } = PAIRS[name]()
  return {
    private: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    public: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
  }
}
