/**
 * The kinds of tokens. Other services may issue `session` tokens too, with the claims `jti`, `aud`, `iss` and the
 * user's id. All other kinds are issued here only. No kind is accepted in place of another.
 *
 * @example
 * ```ts
 * const isKind = (name: string) => TOKEN_KINDS.some(kind => kind === name)
 * ```
 */
export const TOKEN_KINDS = [
  'session',
  'email-confirm',
  'password-reset',
  'download',
  'personal',
  'device',
  'frame',
] as const

/**
 * One of {@link TOKEN_KINDS}.
 *
 * @example
 * ```ts
 * const kind: TokenKind = 'session'
 * ```
 */
export type TokenKind = (typeof TOKEN_KINDS)[number]

/**
 * The texts that other issuers write into `typ` of a session token, with or without `application/` (RFC 7515, 4.1.9).
 */
const SESSION_TYPES = new Set(['jwt', 'at+jwt'])

const KIND_BY_TYPE = new Map<string, TokenKind>(
  TOKEN_KINDS.filter(kind => kind !== 'session').map(kind => [headerType(kind).toLowerCase(), kind]),
)

/**
 * The `typ` a kind is signed with: explicit typing separates the kinds even where `aud` is switched off (RFC 8725,
 * 3.11).
 */
export function headerType(kind: TokenKind): string {
  return kind === 'session' ? 'JWT' : `${kind}+jwt`
}

/** The kind of a token by its `typ`; `null` for an unknown `typ`. */
export function kindOfType(typ: string | undefined): TokenKind | null {
  const name = (typ ?? 'jwt').toLowerCase().replace(/^application\//, '')
  return SESSION_TYPES.has(name) ? 'session' : (KIND_BY_TYPE.get(name) ?? null)
}

/**
 * The `aud` of a kind: that of a session is the configured audience, that of any other kind `<audience>/<kind>`. A
 * service that shares the key and checks `aud` thereby refuses the other kinds.
 */
export function audienceOf(kind: TokenKind, audience: string): string {
  return kind === 'session' ? audience : `${audience}/${kind}`
}
