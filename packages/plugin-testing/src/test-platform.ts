import type { PluginCode } from '@platform/plugin-sdk'
import type { Platform } from '@platform/server'
import type { TestPlatform as Engine, GivenSettings, MakeRecords } from '@platform/server/testing'
import type { Given, Stubs, SystemContext } from './given.ts'
import type { Viewer } from './viewer.ts'

/**
 * What a test platform is made of.
 *
 * @example
 * const options: TestPlatformOptions = { plugins: [likes], now: new Date('2030-01-01') }
 */
export interface TestPlatformOptions<Ps extends readonly Given[] = readonly Given[]> {
  readonly plugins?: Ps
  /** Stand-ins for required plugins that are not under test. One that nobody requires is an error at the end. */
  readonly stubs?: Stubs
  /** What an operator says of a plugin in `plugins.json`, by its name. */
  readonly settings?: GivenSettings
  /** Variables, as an operator sets them; `PLATFORM_DOCSTORE_URL` and `PLATFORM_KVSTORE_URL` choose other stores. */
  readonly env?: Readonly<Record<string, string>>
  /** What the clock shows at first; it stands still until it is advanced. Default: the real time, running. */
  readonly now?: Date
  /** Whether an unhandled rejection fails the test at its end, or is kept in `diagnostics`. @defaultValue 'throw' */
  readonly onUnhandled?: 'throw' | 'collect'
}

/**
 * An error of an operation. `plugin`, `hook` and `at` say whose code it came from; clients are not told that.
 *
 * @example
 * const failed = (error: GraphqlError) => error.plugin === 'platform-plugin-likes'
 */
export interface GraphqlError {
  readonly message: string
  readonly code: string
  readonly path?: readonly (string | number)[]
  readonly plugin?: string
  readonly hook?: string
  readonly at?: string
}

/**
 * What an operation answered.
 *
 * @example
 * const { status, data, errors }: GraphqlAnswer = await platform.graphql('{ me { id } }')
 */
// biome-ignore lint/suspicious/noExplicitAny: a test asserts what it reads of an answer, without declaring its type.
export interface GraphqlAnswer<T = Record<string, any>> {
  readonly status: number
  readonly data: T | null
  readonly errors: readonly GraphqlError[]
}

/**
 * An event as it was published.
 *
 * @example
 * const likes = (events: readonly Published[]) => events.filter(({ event }) => event === 'likeAdded')
 */
export interface Published {
  readonly event: string
  readonly payload: unknown
}

/**
 * Something a plugin did wrong while the platform ran.
 *
 * @example
 * const { plugin, hook, at }: Diagnostic = platform.diagnostics[0]!
 */
export interface Diagnostic {
  readonly code: PluginCode | 'UNHANDLED_REJECTION'
  readonly message: string
  readonly plugin?: string
  readonly hook?: string
  readonly at?: string
}

/**
 * The true platform over embedded stores, without ports.
 *
 * @example
 * const count = async (platform: TestPlatform) => (await platform.graphql('{ commentCount(query: {}) }')).data
 */
export interface TestPlatform<Ps extends readonly Given[] = readonly Given[]> extends MakeRecords, AsyncDisposable {
  /** The same platform, seen by somebody else. */
  as(viewer: Viewer): TestPlatform<Ps>
  /** One operation over HTTP. */
  // biome-ignore lint/suspicious/noExplicitAny: as for `GraphqlAnswer`.
  graphql<T = Record<string, any>>(document: string, variables?: Record<string, unknown>): Promise<GraphqlAnswer<T>>
  /** Results of a subscription, from now on. */
  // biome-ignore lint/suspicious/noExplicitAny: as for `GraphqlAnswer`.
  subscribe<T = Record<string, any>>(
    document: string,
    variables?: Record<string, unknown>,
  ): Promise<AsyncIterableIterator<{ data: T }>>
  /** One request, as by `fetch`. */
  http(path: string, init?: RequestInit): Promise<Response>
  /** A signed token with these claims; `sub` says whose, and is nobody's by default. */
  token(claims?: Readonly<Record<string, unknown>>): Promise<string>
  /** Makes time pass for the platform, in milliseconds. Timers of JavaScript are not moved. */
  readonly clock: { advance(milliseconds: number): void }
  /** Mails so far, first to last, once every job that is due has been done. */
  mails(): ReturnType<Engine['mails']>
  /** Events so far. */
  readonly published: readonly Published[]
  /** Lines of the log so far. */
  readonly logs: readonly Readonly<Record<string, unknown>>[]
  /** What plugins did wrong so far. */
  readonly diagnostics: readonly Diagnostic[]
  /** The composed schema, as text. */
  readonly sdl: string
  readonly context: SystemContext<Ps>
  readonly loaders: SystemContext<Ps>['loaders']
  readonly mutators: SystemContext<Ps>['mutators']
  /** The assembled platform, for what has no door. */
  readonly platform: Platform
  /** Stops the platform and starts it again on the same data. Subscriptions end. */
  restart(): Promise<void>
  /**
   * Ends it, as `await using` does by itself.
   *
   * @throws ForgottenError for timers, rejections, network use and stubs.
   */
  close(): Promise<void>
}
