import { compactVerify, errors } from 'jose'
import type { KeySet } from '../keys/key-set.ts'
import { TokenError } from './token-error.ts'

/**
 * Returns the payload of a token after checking its signature.
 *
 * @throws TokenError `key` or `signature`.
 */
export async function verifiedPayload(token: string, kid: string | undefined, keys: KeySet): Promise<Uint8Array> {
  const key = keys.verificationKey(kid)
  if (key === null) throw new TokenError('key')
  try {
    const { payload } = await compactVerify(token, key, { algorithms: [keys.algorithm] })
    return payload
  } catch (cause) {
    if (cause instanceof errors.JOSEError) throw new TokenError('signature', { cause })
    throw cause
  }
}
