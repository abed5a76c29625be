import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Claims } from './audit.ts'
import { MAXIMUM_TOKEN_LENGTH } from './compact.ts'
import type { TokenKind } from './kinds.ts'

/** The most characters that are kept, which are some ten thousand tokens. */
const MOST_CHARACTERS = 4 * 1024 * 1024
/** What an entry takes beside its claims, in characters. */
const OVERHEAD = 200

/** A token whose signature was right. */
interface Signed {
  readonly kind: TokenKind
  readonly claims: Claims
  /** The length of the payload, which is about what the claims take, in characters. */
  readonly length: number
}

/**
 * The claims of tokens whose signatures were right, by a digest of the token. A signature stays right, so it is checked
 * once, as the types of the claims are. Their times are to be checked at every use.
 */
export interface VerifiedTokens {
  find(token: unknown): Signed | undefined
  keep(token: string, signed: Signed): void
  forget(token: string): void
}

export function createVerifiedTokens(): VerifiedTokens {
  const kept = new LRUCache<string, Signed>({
    maxSize: MOST_CHARACTERS,
    sizeCalculation: ({ length }) => 2 * length + OVERHEAD,
  })
  return {
    find: token =>
      typeof token === 'string' && token.length <= MAXIMUM_TOKEN_LENGTH ? kept.get(digestOf(token)) : undefined,
    keep(token, signed) {
      kept.set(digestOf(token), signed)
    },
    forget(token) {
      kept.delete(digestOf(token))
    },
  }
}

function digestOf(token: string): string {
  return hash('sha256', token, 'base64url')
}
