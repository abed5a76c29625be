import type { User } from '../records.ts'
import type { KoaHandler } from './routes.ts'

type RouteContext = Parameters<KoaHandler>[0]

/**
 * One person on the way to a provider and back. All of it is good once, in the browser that began, for ten minutes.
 *
 * @example
 * const url = (flow: ProviderFlow) => new URL(`https://provider.example/authorize?${new URLSearchParams({ state: flow.state, redirect_uri: flow.redirectUri })}`)
 */
export interface ProviderFlow {
  /** What the provider sends back beside its code. */
  readonly state: string
  /** What an ID token has to repeat. */
  readonly nonce: string
  /** The secret of PKCE; the provider is sent its digest first. */
  readonly codeVerifier: string
  /** Where the provider sends people back to: `<root>/api/v1/auth/<provider>/callback`, whatever name the request was sent to. */
  readonly redirectUri: string
}

/**
 * Whom a provider vouches for.
 *
 * @example
 * const ada: ProviderIdentity = { provider: 'example', id: '1815', displayName: 'Ada Lovelace' }
 */
export interface ProviderIdentity {
  readonly provider: string
  /** Their id there, 1 to 255 characters; with `provider` it names one person for ever. Nothing else does, no e-mail address either. */
  readonly id: string
  /** The name they go by there; only a proposal, for everybody chooses a username. */
  readonly displayName: string
}

/**
 * Signing in at a provider, as the server does it; at `context.connectors.services.Providers`.
 *
 * @example
 * const start: KoaHandler = async ctx => { ctx.redirect(urlAt((await providersOf(ctx).begin(ctx, 'example')).state)) }
 */
export interface ProviderSignIn {
  /**
   * Begins, and binds what follows to the browser. The query says how it ends: `?display=popup` hands the credentials
   * to the page that opened the window, which is of this server's origin or of that in `&origin=`; else the session's
   * cookie is set and `?next=` leads on.
   *
   * @throws PlatformError ORIGIN_NOT_ALLOWED, RATE_LIMIT_EXCEEDED, UNAVAILABLE
   */
  begin(ctx: RouteContext, provider: string): Promise<ProviderFlow>
  /** Takes up what began, once. @throws PlatformError SIGN_IN_STALE, 400: it began elsewhere, too long ago, or is over. */
  resume(ctx: RouteContext, provider: string): Promise<ProviderFlow>
  /** The user of an identity, made at the first time and then asked to choose a username. */
  userOf(identity: ProviderIdentity): Promise<User>
  /** Answers whoever has signed in, as `begin` was asked to. */
  succeed(ctx: RouteContext, user: User): Promise<void>
  /** Answers whoever has not, with a page that says why. What nobody expected is logged, and not shown. */
  fail(ctx: RouteContext, error: unknown): Promise<void>
}
