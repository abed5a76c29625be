/**
 * What a plugin signs.
 *
 * @example
 * const request: PluginTokenRequest = { purpose: 'unsubscribe', subject: user.id, expiresIn: 30 * 86_400_000 }
 */
export interface PluginTokenRequest {
  /** What the token is for, a word of the plugin's own: 1 to 64 letters, digits, `.`, `_` or `-`. A token for one purpose is refused for another. */
  readonly purpose: string
  /** Who or what the token is about, for example the id of a user: 1 to 255 characters. */
  readonly subject: string
  /** How long the token is valid. Milliseconds, at most 366 days. */
  readonly expiresIn: number
  /** Whatever else the token says. Anybody who has the token can read it. */
  readonly claims?: Readonly<Record<string, unknown>>
}

/**
 * What a token says that the plugin signed for this purpose, and that has not expired.
 *
 * @example
 * const unsubscribe = async ({ subject }: OpenedPluginToken) => forget(subject)
 */
export interface OpenedPluginToken {
  readonly subject: string
  /** Unique per token. A plugin whose tokens count once keeps it. */
  readonly id: string
  readonly issuedAt: Date
  readonly expiresAt: Date
  readonly claims: Readonly<Record<string, unknown>>
}

/**
 * Tokens of a plugin's own, `context.tokens`, signed by the server's keys. They open nothing but what the plugin itself
 * opens for them: they are no session, no link of the core, and no token of another plugin.
 *
 * @example
 * const { token } = await context.tokens.sign({ purpose: 'unsubscribe', subject: user.id, expiresIn: 30 * 86_400_000 })
 * const opened = await context.tokens.verify(token, { purpose: 'unsubscribe' })
 * if (!opened) throw new NotFoundError()
 */
export interface PluginTokens {
  sign(request: PluginTokenRequest): Promise<{ readonly token: string; readonly id: string; readonly expiresAt: Date }>
  /** What a token says; `null` for whatever is not a valid token of this plugin for this purpose. */
  verify(token: unknown, expected: { readonly purpose: string }): Promise<OpenedPluginToken | null>
}
