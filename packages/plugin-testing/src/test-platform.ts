import type { PluginCode, Services } from '@platform/plugin-sdk'
import type { Listening, Platform, Problem } from '@platform/server'
import type { GivenSettings, MakeRecords, OpenTestOptions, OpenTestPlatform } from '@platform/server/testing'
import type { TestCaller } from './caller.ts'
import type { Given, Stubs, SystemContext } from './given.ts'

/**
 * How a test platform is started: its plugins, their settings, its variables and its clock.
 *
 * @example
 * const options: TestPlatformOptions = { plugins: [likes], now: new Date('2030-01-01') }
 */
export interface TestPlatformOptions<Ps extends readonly Given[] = readonly Given[]> {
  readonly plugins?: Ps
  /** Stand-ins for required plugins that are not under test. A stub that no plugin requires is an error at the end. */
  readonly stubs?: Stubs
  /** The settings of each plugin in `plugins.json`, by the plugin's name. */
  readonly settings?: GivenSettings
  /** Variables, as an operator sets them; `PLATFORM_DOCSTORE_URL` and `PLATFORM_KVSTORE_URL` choose other stores. */
  readonly env?: Readonly<Record<string, string>>
  /** What browsers load. Default: the stream without the client part of any plugin. */
  readonly streamBuild?: OpenTestOptions['streamBuild']
  /** The time that the clock shows until it is advanced. Default: the real time, running. */
  readonly now?: Date
  /**
   * How long the server waits for clients and routes, in milliseconds, where a test can't wait as long: `firstByte`
   * and `silence` of an answer, and others.
   */
  readonly deadlines?: OpenTestOptions['deadlines']
  /** Whether it takes as much work to hash a password as on a server that people use. @defaultValue false */
  readonly strongHashes?: boolean
  /** The folder of the data, which stays when the platform is closed. Default: a new folder, removed at the end. */
  readonly directory?: string
  /** Names of core features that are not composed, because a plugin of the test replaces them. */
  readonly without?: readonly string[]
  /** Whether an unhandled rejection fails the test at its end, or is kept in `diagnostics`. @defaultValue 'throw' */
  readonly onUnhandled?: 'throw' | 'collect'
}

/**
 * An error of an operation. `plugin`, `hook` and `at` name the code that failed; they come from the log, for clients
 * don't see them.
 *
 * @example
 * const failed = (error: GraphqlError) => error.plugin === 'platform-plugin-likes'
 */
export interface GraphqlError {
  readonly message: string
  /** The code in `extensions`; `INTERNAL` when there is none. */
  readonly code: string
  readonly path?: readonly (string | number)[]
  readonly plugin?: string
  readonly hook?: string
  readonly at?: string
  /** The error that the plugin or the server threw: its text, its stack and its own cause. */
  readonly cause?: unknown
}

/**
 * The answer to an operation: the HTTP status and the parts of the body.
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
 * A failure of a plugin while the platform ran.
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
 * A route of the core or of a plugin. `path` is `null` for middleware that sees every request.
 *
 * @example
 * const own = (routes: readonly TestRoute[]) => routes.filter(({ plugin }) => plugin === 'platform-plugin-likes')
 */
export interface TestRoute {
  /** `GET`, `ALL`, `USE`. */
  readonly method: string
  readonly path: string | null
  /** The name of the plugin, or of the core feature, that mounted it. */
  readonly plugin: string
}

/**
 * The platform that an operator runs, over embedded stores and without a port.
 *
 * @example
 * const count = async (platform: TestPlatform) => (await platform.graphql('{ commentCount(query: {}) }')).data
 */
export interface TestPlatform<Ps extends readonly Given[] = readonly Given[]> extends MakeRecords, AsyncDisposable {
  /** The same platform, used by another caller. */
  as(caller: TestCaller): TestPlatform<Ps>
  /** Sends one operation over HTTP. */
  // biome-ignore lint/suspicious/noExplicitAny: as for `GraphqlAnswer`.
  graphql<T = Record<string, any>>(document: string, variables?: Record<string, unknown>): Promise<GraphqlAnswer<T>>
  /** Subscribes; the iterator has the results from now on. */
  // biome-ignore lint/suspicious/noExplicitAny: as for `GraphqlAnswer`.
  subscribe<T = Record<string, any>>(
    document: string,
    variables?: Record<string, unknown>,
  ): Promise<AsyncIterableIterator<{ data: T }>>
  /** Sends one request, as `fetch` does. */
  http(path: string, init?: RequestInit): Promise<Response>
  /** Signs a session token with these claims; `sub` is the id of the user, by default of one who does not exist. */
  token(claims?: Readonly<Record<string, unknown>>): Promise<string>
  /** The time of the platform. `advance` moves it forward by milliseconds; timers of JavaScript stay as they are. */
  readonly clock: OpenTestPlatform['clock']
  /** Waits until no job is due, and gives all mails sent so far, the first one first. */
  mails(): ReturnType<OpenTestPlatform['mails']>
  /** The events that were published so far. */
  readonly published: readonly Published[]
  /** The lines that the log has so far. */
  readonly logs: readonly Readonly<Record<string, unknown>>[]
  /** The failures of plugins so far. */
  readonly diagnostics: readonly Diagnostic[]
  /** The composed schema, as text. */
  readonly sdl: string
  readonly context: SystemContext<Ps>
  readonly loaders: SystemContext<Ps>['loaders']
  readonly mutators: SystemContext<Ps>['mutators']
  /**
   * The services of the core and of the plugins, by name, for what GraphQL and HTTP don't reach: a job that is to be
   * done now, or a stored record.
   *
   * @example
   * await platform.services.jobs.idle()
   */
  readonly services: Services
  /** All routes, in the order in which they are asked. */
  readonly routes: readonly TestRoute[]
  /** The rows of the permission table, by place: `Comment.actions`, `GET /api/v1/users`. */
  readonly permissions: Platform['composition']['permissions']
  /** What is legal in the plugins, and probably not meant. */
  readonly warnings: readonly Problem[]
  /** The plugins that are listed but not composed, each with the reason. */
  readonly disabled: readonly { readonly name: string; readonly reason: string }[]
  /** Whether the platform answers requests: `false` from `drain()` on, and while a store is away. */
  readonly ready: boolean
  /** Takes the platform out of service, as the server does when it is being stopped. */
  drain(): void
  /**
   * Opens the port of the configuration, for browsers and websockets; `stop()` of the result closes it. `env: { PORT:
   * '0' }` chooses a free port.
   *
   * @example
   * const { port, stop } = await platform.listen()
   */
  listen(): Promise<Listening>
  /** Stops the platform and starts it again on the same data. Subscriptions end. */
  restart(): Promise<void>
  /**
   * Ends the platform, as `await using` does by itself.
   *
   * @throws ForgottenError naming timers, servers and listeners that are left, rejections, network use and stubs.
   */
  close(): Promise<void>
}
