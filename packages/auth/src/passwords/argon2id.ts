import { hash, parseOptions, verify } from '@node-rs/argon2'

/** OWASP's recommendation for argon2id: 19 MiB, two passes, one lane. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1, outputLen: 32 }
/** The most memory, in KiB, for checking a stored hash, because imported hashes may need too much. */
const MAXIMUM_MEMORY = 256 * 1024
const MAXIMUM_PASSES = 16

/** A hash that no password has. Checking it takes as long as checking a hash of this package. */
export const IMPOSSIBLE_HASH = [
  '$argon2id$v=19',
  `m=${COST.memoryCost},t=${COST.timeCost},p=${COST.parallelism}`,
  Buffer.alloc(16).toString('base64').replace(/=+$/, ''),
  Buffer.alloc(COST.outputLen).toString('base64').replace(/=+$/, ''),
].join('$')

/** Composes the characters, because keyboards type the same password composed or decomposed (RFC 8265, 4.2.2). */
function bytesOf(password: string): Buffer {
  return Buffer.from(password.normalize('NFC'))
}

export function hashArgon2(password: string): Promise<string> {
  return hash(bytesOf(password), COST)
}

export function verifyArgon2(stored: string, password: string): Promise<boolean> {
  return verify(stored, bytesOf(password))
}

/**
 * Says whether a stored hash is an argon2 hash that does not need too much memory or time to check, and whether its
 * cost differs from the present one.
 */
export function inspectArgon2(stored: string): { readonly outdated: boolean } | null {
  if (!stored.startsWith('$argon2')) return null
  try {
    const { memoryCost, timeCost, parallelism, outputLen } = parseOptions(stored)
    if (memoryCost > MAXIMUM_MEMORY || timeCost > MAXIMUM_PASSES) return null
    const current = stored.startsWith('$argon2id$v=19$') && memoryCost === COST.memoryCost && timeCost === COST.timeCost
    return { outdated: !(current && parallelism === COST.parallelism && outputLen === COST.outputLen) }
  } catch {
    return null
  }
}
