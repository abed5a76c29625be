/**
 * The content of a token that a plugin signs.
 *
 * @example
 * const request: PluginTokenRequest = { purpose: 'unsubscribe', subject: user.id, expiresIn: 30 * 86_400_000 }
 */
export interface PluginTokenRequest {
  /**
   * The purpose of the token, a word that the plugin chooses: 1 to 64 letters, digits, `.`, `_` or `-`. A token for one
   * purpose is refused for another.
   */
  readonly purpose: string
  /** Id of the user or thing that the token is about: 1 to 255 characters. */
  readonly subject: string
  /** How long the token is valid, in milliseconds: at most 366 days. */
  readonly expiresIn: number
  /** Further claims of the token. They are signed and not encrypted: every holder of the token can read them. */
  readonly claims?: Readonly<Record<string, unknown>>
}

/**
 * The content of a verified token: the plugin signed it for this purpose, and it has not expired.
 *
 * @example
 * const unsubscribe = async ({ subject }: OpenedPluginToken) => forget(subject)
 */
export interface OpenedPluginToken {
  readonly subject: string
  /** A unique id. A plugin whose tokens may be used once stores it. */
  readonly id: string
  readonly issuedAt: Date
  readonly expiresAt: Date
  readonly claims: Readonly<Record<string, unknown>>
}

/**
 * Signs and verifies tokens of one plugin, with the server's keys, at `context.tokens`. Only that plugin accepts them:
 * the server refuses them as sessions and e-mail links, and other plugins refuse them too.
 *
 * @example
 * const { token } = await context.tokens.sign({ purpose: 'unsubscribe', subject: user.id, expiresIn: 30 * 86_400_000 })
 * const opened = await context.tokens.verify(token, { purpose: 'unsubscribe' })
 * if (!opened) throw new NotFoundError()
 */
export interface PluginTokens {
  /** Signs a token. @throws Error for a purpose, subject, lifetime or claims that are not allowed */
  sign(request: PluginTokenRequest): Promise<{ readonly token: string; readonly id: string; readonly expiresAt: Date }>
  /** Reads a token; resolves to `null` unless it is a valid token of this plugin for this purpose. */
  verify(token: unknown, expected: { readonly purpose: string }): Promise<OpenedPluginToken | null>
}
