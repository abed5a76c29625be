import type { ExecutionResult } from 'graphql'
import type { CoreLoaders, CoreMutators, LoadableGroups } from './core-groups.ts'
import type { UserRole } from './enums.ts'
import type { Connectors } from './hooks/declarations.ts'
import type { ReadPluginHooks } from './hooks/plugin-hooks.ts'
import type { PluginServices } from './hooks/services.ts'
import type { PluginTokens } from './plugin-tokens.ts'
import type { UserRecord } from './records.ts'

/**
 * The structured log. Each call writes one line with the name of the plugin; fields come before the message.
 *
 * @example
 * context.log.info({ comment: comment.id }, 'a comment was featured')
 */
export interface Logger {
  debug(fields: object | string, message?: string): void
  info(fields: object | string, message?: string): void
  warn(fields: object | string, message?: string): void
  error(fields: object | string, message?: string): void
}

/**
 * Publishes events. An event reaches, on every server, each subscriber whose filter lets it pass.
 *
 * @example
 * await context.pubsub.publish('personCreated', { name: 'Ada' })
 */
export interface Publisher {
  publish(event: string, payload: unknown): Promise<void>
}

/**
 * The HTTP request behind a context. Headers that sign the caller in are read by name only, so that no log has them.
 *
 * @example
 * const spam = ({ request }: CoreContext) => check(request?.address, request?.userAgent, request?.get('referer'))
 */
export interface ContextRequest {
  readonly id: string
  readonly method: string
  /** Path and query, without a token. */
  readonly url: string
  readonly originalUrl: string
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  /** The address of the client, found as the operator configured it. */
  readonly address: string
  /** The same as `address`, under Express's name. */
  readonly ip: string
  readonly userAgent: string | null
  /** One header, by its name in any case. */
  get(name: string): string | undefined
  /** The same as `get`. */
  header(name: string): string | undefined
  readonly parent?: undefined
}

/**
 * The context that every resolver, loader, mutator and hook gets, in the core and in plugins. There is one context for
 * each request, and one for each event of a subscription. Its parts are made when they are first read.
 *
 * @example
 * const mayModerate = (context: CoreContext) => context.can('SET_COMMENT_STATUS')
 */
export interface CoreContext {
  /** Id of the request; it is in the log and in the answer's `x-request-id`. */
  readonly id: string
  /** The caller; `null` for an anonymous reader. */
  readonly user: UserRecord | null
  /** Functions that read. Each also has `load`, `loadMany`, `clear` and `prime`. */
  readonly loaders: LoadableGroups<CoreLoaders>
  readonly mutators: CoreMutators
  readonly pubsub: Publisher
  readonly log: Logger
  /** The services of the core and of every plugin, by name. Each is made when it is first read. */
  readonly services: PluginServices
  /** Parts of the server by name, for work that no loader or mutator does. */
  readonly connectors: Connectors
  /**
   * The request behind this context; `null` for an event, a job and the platform itself. An answer for which it is read
   * is not given to other callers.
   */
  readonly request: ContextRequest | null
  /**
   * What this context was made from: in GraphQL the context of the request, and in a route the request. An answer for
   * which it or `rootParent` is read is not given to other callers.
   */
  readonly parent: CoreContext | ContextRequest | null
  /** The end of the chain of parents: the request. */
  readonly rootParent: ContextRequest | null
  /**
   * Reads a hook that this plugin defines: the values of all plugins that give it, in the order of the plugins, each
   * with the name of its plugin.
   *
   * @throws Error for a hook that this plugin does not define.
   */
  readonly pluginHooks: ReadPluginHooks
  /** Runs a GraphQL operation as this caller. */
  graphql(query: string, variables?: Record<string, unknown>): Promise<ExecutionResult>
  /** Whether the caller has all of these permissions. Banned and suspended users have none. */
  can(...permissions: string[]): boolean
  /**
   * Whether the caller has one of these roles; without arguments, whether the caller is signed in. Banned and suspended
   * users have no role.
   */
  hasRole(...roles: UserRole[]): boolean
  /** Keeps the answer of this request from being shared: it is right for this caller, or at this moment, only. */
  preventSharing(): void
}

/**
 * The context of a hook object without `requires`: it has the parts of all other plugins by name, without types.
 *
 * @example
 * const hooks: HookObject<GraphContext> = {
 *   resolvers: { RootQuery: { whoami: (_root, _args, context) => context.user?.username } },
 * }
 */
export interface GraphContext extends CoreContext {
  readonly loaders: LoadableGroups<CoreLoaders> & Loose
  readonly mutators: CoreMutators & Loose
  /** The values that the `context` hooks of plugins return, by name. */
  readonly plugins: Loose
}

/**
 * The context as a plugin made with {@link definePlugin} sees it: its own configuration and parts, and the parts of the
 * plugins it requires. Parts of other plugins are not in its type.
 *
 * `definePlugin` infers the four types. Name them for a function that is written outside of the plugin, or when
 * `loaders` are written below the hooks that use them.
 *
 * @example
 * const limit = (context: PluginContext<{ max: number }>) => context.config.max
 */
export interface PluginContext<Config = unknown, Plugins = unknown, Loaders = unknown, Mutators = unknown>
  extends CoreContext {
  /** The operator's settings after the plugin's `config` schema has parsed them. Frozen. */
  readonly config: Config
  /** Signs and verifies tokens of this plugin, for example for links in mails. */
  readonly tokens: PluginTokens
  /** The values that the `context` hooks of this plugin and of the plugins it requires return, by name. */
  readonly plugins: Plugins
  readonly loaders: LoadableGroups<CoreLoaders> & LoadableGroups<Loaders>
  readonly mutators: CoreMutators & Mutators
}

// biome-ignore lint/suspicious/noExplicitAny: parts of other plugins have no known types here.
type Loose = Readonly<Record<string, any>>
