import type { KeySet } from '../keys/key-set.ts'
import { auditClaims, typedClaims, type VerifiedToken } from './audit.ts'
import { parseHeader, parseJson } from './compact.ts'
import { kindOfType, type TokenKind } from './kinds.ts'
import { type PluginTokens, pluginTokens } from './plugin-tokens.ts'
import { type SignedToken, signToken, type TokenRequest } from './sign-token.ts'
import { TokenError } from './token-error.ts'
import { type TokensConfig, tokenRules } from './tokens-config.ts'
import { verifiedPayload } from './verified-payload.ts'
import { createVerifiedTokens } from './verified-tokens.ts'

/**
 * Options of {@link createTokens}.
 *
 * @example
 * ```ts
 * const options: TokensOptions = { keys, config: config.jwt }
 * ```
 */
export interface TokensOptions {
  readonly keys: KeySet
  readonly config: TokensConfig
  /** The clock, in milliseconds. @defaultValue Date.now */
  readonly now?: (() => number) | undefined
}

/**
 * Signs and verifies tokens.
 *
 * @example
 * ```ts
 * const issue = (tokens: Tokens, userId: string) => tokens.sign({ kind: 'session', userId })
 * ```
 */
export interface Tokens {
  /**
   * Signs a new token.
   * @throws AuthError `TOKEN_NOT_SIGNABLE`, `CLAIM_RESERVED` or `KEYS_CANNOT_SIGN`.
   */
  sign(request: TokenRequest): Promise<SignedToken>
  /**
   * Checks a token completely, except for revocation and whether the user exists.
   * @param token - the value that the client sent, of any type
   * @param expected - the kind, or kinds, of token that the caller accepts
   * @throws {@link TokenError}
   */
  verify(token: unknown, expected: { readonly kind: TokenKind | readonly TokenKind[] }): Promise<VerifiedToken>
  /**
   * Forgets that the signature of a token was right. Call it when the token is refused for what only the server knows,
   * such as a session that ended: then its next use takes as long as that of a forged one, and tells nobody that it
   * was once good.
   */
  forget(token: string): void
  /**
   * Makes the functions for tokens of one plugin. Neither `verify` nor another plugin accepts them.
   * @param plugin - the name of the plugin
   */
  ofPlugin(plugin: string): PluginTokens
}

/**
 * Makes the functions for tokens of one key set and configuration.
 *
 * @throws AuthError `TOKENS_CONFIG_INVALID`.
 *
 * @example
 * ```ts
 * const tokens = createTokens({ keys, config: config.jwt })
 * const { token } = await tokens.sign({ kind: 'session', userId: user.id })
 * const { userId, jti } = await tokens.verify(token, { kind: ['session', 'personal'] })
 * ```
 */
export function createTokens({ keys, config, now = Date.now }: TokensOptions): Tokens {
  const rules = tokenRules(config)
  const verified = createVerifiedTokens()
  return {
    ofPlugin: plugin => pluginTokens(plugin, { keys, rules, now }),
    forget: token => verified.forget(token),
    sign: request => signToken(request, { keys, rules, expiry: config.expiry, now: now() }),
    async verify(token, expected) {
      const kinds = [expected.kind].flat()
      const known = verified.find(token)
      if (known) {
        if (!kinds.includes(known.kind)) throw new TokenError('kind')
        return auditClaims(known.claims, { kind: known.kind, rules, now: now() })
      }
      const header = parseHeader(token)
      if (header.alg !== keys.algorithm) throw new TokenError('algorithm')
      const kind = kindOfType(header.typ)
      if (kind === null || !kinds.includes(kind)) throw new TokenError('kind')
      const payload = await verifiedPayload(token as string, header.kid, keys)
      const claims = typedClaims(parseJson(payload))
      const audited = auditClaims(claims, { kind, rules, now: now() })
      verified.keep(token as string, { kind, claims, length: payload.length })
      return audited
    },
  }
}

/**
 * The kind that a token claims to be of, without any check of its signature; `null` for a text that is no token.
 *
 * @example
 * ```ts
 * const isFrameToken = (token: string) => claimedKind(token) === 'frame'
 * ```
 */
export function claimedKind(token: unknown): TokenKind | null {
  try {
    return kindOfType(parseHeader(token).typ)
  } catch (error) {
    if (error instanceof TokenError) return null
    throw error
  }
}
