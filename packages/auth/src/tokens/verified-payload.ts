import type { CryptoKey } from 'jose'
import * as errors from 'jose/errors'
import { compactVerify } from 'jose/jws/compact/verify'
import type { KeySet } from '../keys/key-set.ts'
import { TokenError } from './token-error.ts'

/**
 * Returns the payload of a token after checking its signature.
 *
 * @throws TokenError `key` or `signature`.
 */
export async function verifiedPayload(token: string, kid: string | undefined, keys: KeySet): Promise<Uint8Array> {
  const candidates = keys.verificationKeys(kid)
  if (candidates.length === 0) throw new TokenError('key')
  let refusal: unknown
  for (const key of candidates) {
    const checked = await payloadSignedBy(key, token, keys.algorithm)
    if (checked instanceof Uint8Array) return checked
    refusal = checked
  }
  throw new TokenError('signature', { cause: refusal })
}

async function payloadSignedBy(
  key: CryptoKey,
  token: string,
  algorithm: string,
): Promise<Uint8Array | errors.JOSEError> {
  try {
    return (await compactVerify(token, key, { algorithms: [algorithm] })).payload
  } catch (error) {
    if (error instanceof errors.JOSEError) return error
    throw error
  }
}
