import { argon2 } from './native.ts'

/**
 * What it takes to compute one argon2id hash.
 *
 * @example
 * const quick: Argon2Cost = { memory: 64, passes: 1 }
 */
export interface Argon2Cost {
  /** KiB of memory. */
  readonly memory: number
  /** How many times the memory is filled. */
  readonly passes: number
}

/** OWASP's recommendation for argon2id: 19 MiB, two passes, one lane. */
export const RECOMMENDED_COST: Argon2Cost = { memory: 19_456, passes: 2 }
const LANES = 1
const BYTES = 32
/** The most memory, in KiB, for checking a stored hash, because imported hashes may need too much. */
const MAXIMUM_MEMORY = 256 * 1024
const MAXIMUM_PASSES = 16

/** A hash that no password has. Checking it takes as long as checking a hash of this cost. */
export function impossibleHash({ memory, passes }: Argon2Cost): string {
  const zeros = (bytes: number) => Buffer.alloc(bytes).toString('base64').replace(/=+$/, '')
  return ['$argon2id$v=19', `m=${memory},t=${passes},p=${LANES}`, zeros(16), zeros(BYTES)].join('$')
}

/** Composes the characters, because keyboards type the same password composed or decomposed (RFC 8265, 4.2.2). */
function bytesOf(password: string): Buffer {
  return Buffer.from(password.normalize('NFC'))
}

export function hashArgon2(password: string, { memory, passes }: Argon2Cost): Promise<string> {
  return argon2().hash(bytesOf(password), {
    memoryCost: memory,
    timeCost: passes,
    parallelism: LANES,
    outputLen: BYTES,
  })
}

export function verifyArgon2(stored: string, password: string): Promise<boolean> {
  return argon2().verify(stored, bytesOf(password))
}

/**
 * Says whether a stored hash is an argon2 hash that does not need too much memory or time to check, and whether its
 * cost differs from this one.
 */
export function inspectArgon2(stored: string, cost: Argon2Cost): { readonly outdated: boolean } | null {
  if (!stored.startsWith('$argon2')) return null
  try {
    const { memoryCost, timeCost, parallelism, outputLen } = argon2().parseOptions(stored)
    if (memoryCost > MAXIMUM_MEMORY || timeCost > MAXIMUM_PASSES) return null
    const current = stored.startsWith('$argon2id$v=19$') && memoryCost === cost.memory && timeCost === cost.passes
    return { outdated: !(current && parallelism === LANES && outputLen === BYTES) }
  } catch {
    return null
  }
}
