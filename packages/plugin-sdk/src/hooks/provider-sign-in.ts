import type { User } from '../records.ts'
import type { KoaHandler } from './routes.ts'

type RouteContext = Parameters<KoaHandler>[0]

/**
 * One sign-in by a provider that has begun. It can be completed once, in the browser that began it, within ten minutes.
 *
 * @example
 * const url = ({ state, redirectUri }: ProviderFlow) =>
 *   `https://provider.example/authorize?${new URLSearchParams({ state, redirect_uri: redirectUri })}`
 */
export interface ProviderFlow {
  /** A random text that the provider sends back with its code. */
  readonly state: string
  /** A random text that the ID token must contain. */
  readonly nonce: string
  /** The secret of PKCE. The request to the provider has only its digest. */
  readonly codeVerifier: string
  /**
   * The address to which the provider sends the browser back: `<root>/api/v1/auth/<provider>/callback`. It begins with
   * the root address also when the request was sent to another name of this server.
   */
  readonly redirectUri: string
}

/**
 * A person as a provider knows them.
 *
 * @example
 * const ada: ProviderIdentity = { provider: 'example', id: '1815', displayName: 'Ada Lovelace' }
 */
export interface ProviderIdentity {
  readonly provider: string
  /**
   * The person's id at the provider, 1 to 255 characters. Provider and id together find the account. An e-mail address
   * does not, because it may belong to another person later.
   */
  readonly id: string
  /** The person's name at the provider. It is only proposed, because every user chooses a username. */
  readonly displayName: string
  /**
   * The address of the person's picture; `null` when the provider says that there is none, absent when that is unknown.
   * The picture is read in the background, once for each address.
   */
  readonly picture?: string | null | undefined
}

/**
 * The server's part of a sign-in by a provider, at `context.connectors.services.Providers`.
 *
 * @example
 * const start: KoaHandler = async ctx => { ctx.redirect(urlAt((await providersOf(ctx).begin(ctx, 'example')).state)) }
 */
export interface ProviderSignIn {
  /**
   * Begins a sign-in and binds it to the browser. The query of the request says how it ends. With `?display=popup` the
   * page that opened the window gets the credentials; its origin is this server's, or the one in `&origin=`. Otherwise
   * the session's cookie is set, and the browser goes to the address in `?next=`.
   *
   * @throws PlatformError ORIGIN_NOT_ALLOWED, RATE_LIMIT_EXCEEDED, UNAVAILABLE
   */
  begin(ctx: RouteContext, provider: string): Promise<ProviderFlow>
  /**
   * Finds the sign-in that this request completes, which works once.
   *
   * @throws PlatformError SIGN_IN_STALE, 400, when it began in another browser, began too long ago, or is completed
   */
  resume(ctx: RouteContext, provider: string): Promise<ProviderFlow>
  /** The user of an identity. At the first sign-in the user is made, and asked to choose a username. */
  userOf(identity: ProviderIdentity): Promise<User>
  /** Ends the request with a session for the user, in the way that `begin` was asked for. */
  succeed(ctx: RouteContext, user: User): Promise<void>
  /** Ends the request with a page that says why the sign-in failed. An unexpected error is logged and not shown. */
  fail(ctx: RouteContext, error: unknown): Promise<void>
}
