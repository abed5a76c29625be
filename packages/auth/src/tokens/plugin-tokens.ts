import { randomUUID } from 'node:crypto'
import { CompactSign } from 'jose/jws/compact/sign'
import { z } from 'zod'
import { AuthError } from '../errors.ts'
import type { KeySet } from '../keys/key-set.ts'
import { type AuditRules, isUserId } from './audit.ts'
import { MAXIMUM_TOKEN_LENGTH, parseHeader, parseJson } from './compact.ts'
import { TokenError } from './token-error.ts'
import { verifiedPayload } from './verified-payload.ts'

/**
 * The `typ` of plugins' tokens. No kind of the core has it, so neither sort of token is accepted in place of the other.
 */
const TYPE = 'plugin+jwt'
/** How far two clocks may be apart, in seconds. */
const SKEW = 60
const LONGEST_LIFE = 366 * 24 * 60 * 60
const PURPOSE = /^[\w.-]{1,64}$/

/**
 * What a plugin signs.
 *
 * @example
 * ```ts
 * const request: PluginTokenRequest = { purpose: 'unsubscribe', subject: user.id, expiresIn: 86_400_000 }
 * ```
 */
export interface PluginTokenRequest {
  /** What the token is for, a word of the plugin's own. A token for one purpose is refused for another. */
  readonly purpose: string
  /** Who or what the token is about, for example the id of a user: 1 to 255 characters. */
  readonly subject: string
  /** How long the token is valid. Milliseconds, at most 366 days. */
  readonly expiresIn: number
  /** Whatever else the token says. Anybody who has the token can read it. */
  readonly claims?: Readonly<Record<string, unknown>>
}

/**
 * A token of a plugin that was signed here, for the purpose it is used for, and has not expired.
 *
 * @example
 * ```ts
 * const { subject, expiresAt }: OpenedPluginToken = opened
 * ```
 */
export interface OpenedPluginToken {
  readonly subject: string
  /** Unique per token. A plugin that lets a token be used once keeps this. */
  readonly id: string
  readonly issuedAt: Date
  readonly expiresAt: Date
  readonly claims: Readonly<Record<string, unknown>>
}

/**
 * Tokens of one plugin's own, for links in mails for example.
 *
 * @example
 * ```ts
 * const pluginTokens: PluginTokens = tokens.ofPlugin('platform-plugin-digest')
 * ```
 */
export interface PluginTokens {
  /** @throws AuthError `TOKEN_NOT_SIGNABLE` or `KEYS_CANNOT_SIGN`. */
  sign(request: PluginTokenRequest): Promise<{ readonly token: string; readonly id: string; readonly expiresAt: Date }>
  /** Reads a token; resolves to `null` unless it is a valid token of this plugin for this purpose. */
  verify(token: unknown, expected: { readonly purpose: string }): Promise<OpenedPluginToken | null>
}

interface Signing {
  readonly keys: KeySet
  readonly rules: AuditRules
  readonly now: () => number
}

const contents = z.object({
  jti: z.string().min(1),
  iat: z.int().min(0),
  exp: z.int().min(0),
  aud: z.string(),
  iss: z.string().optional(),
  subject: z.string(),
  claims: z.record(z.string(), z.unknown()),
})

/** The tokens of the plugin of this name. */
export function pluginTokens(plugin: string, signing: Signing): PluginTokens {
  return {
    sign: request => sign(plugin, request, signing),
    async verify(token, { purpose }) {
      try {
        return await open(token, { audience: audienceOf({ plugin, purpose }, signing.rules), signing })
      } catch (error) {
        if (error instanceof TokenError) return null
        throw error
      }
    },
  }
}

/**
 * The audience, which separates plugins and purposes. It is checked also when `PLATFORM_JWT_DISABLE_AUDIENCE` is set.
 */
function audienceOf({ plugin, purpose }: { plugin: string; purpose: string }, { audience }: AuditRules): string {
  return [audience ?? 'platform', 'plugin', plugin, purpose].map(encodeURIComponent).join('/')
}

async function sign(plugin: string, request: PluginTokenRequest, { keys, rules, now }: Signing) {
  const { purpose, subject, claims = {} } = request
  if (!PURPOSE.test(purpose)) throw notSignable('the purpose must be 1 to 64 letters, digits, ., _ or -')
  if (!isUserId(subject))
    throw notSignable('the subject must be a text of 1 to 255 characters without control characters')
  const iat = Math.floor(now() / 1000)
  const lifetime = Math.ceil(request.expiresIn / 1000)
  if (!(lifetime > 0 && lifetime <= LONGEST_LIFE)) throw notSignable('expiresIn must be 1 ms to 366 days')
  const [jti, exp, aud] = [randomUUID(), iat + lifetime, audienceOf({ plugin, purpose }, rules)]
  const payload = { jti, iat, exp, aud, ...(rules.issuer !== null && { iss: rules.issuer }), subject, claims }
  const { kid, key } = keys.signingKey()
  const token = await new CompactSign(Buffer.from(JSON.stringify(payload)))
    .setProtectedHeader({ alg: keys.algorithm, typ: TYPE, ...(kid !== undefined && { kid }) })
    .sign(key)
  if (token.length > MAXIMUM_TOKEN_LENGTH)
    throw notSignable(`it would be longer than ${MAXIMUM_TOKEN_LENGTH} characters`)
  return { token, id: jti, expiresAt: new Date(exp * 1000) }
}

async function open(
  token: unknown,
  { audience, signing: { keys, rules, now } }: { audience: string; signing: Signing },
): Promise<OpenedPluginToken> {
  const header = parseHeader(token)
  if (header.alg !== keys.algorithm) throw new TokenError('algorithm')
  if (header.typ !== TYPE) throw new TokenError('kind')
  const parsed = contents.safeParse(parseJson(await verifiedPayload(token as string, header.kid, keys)))
  if (!parsed.success) throw new TokenError('claims')
  const { jti, iat, exp, aud, iss, subject, claims } = parsed.data
  const seconds = Math.floor(now() / 1000)
  if (aud !== audience) throw new TokenError('audience')
  if (rules.issuer !== null && iss !== rules.issuer) throw new TokenError('issuer')
  if (exp + SKEW <= seconds) throw new TokenError('expired')
  if (iat > seconds + SKEW) throw new TokenError('early')
  return { subject, id: jti, issuedAt: new Date(iat * 1000), expiresAt: new Date(exp * 1000), claims }
}

function notSignable(reason: string): AuthError {
  return new AuthError('TOKEN_NOT_SIGNABLE', `The token can't be made: ${reason}.`)
}
