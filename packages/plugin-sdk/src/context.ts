import type { ExecutionResult } from 'graphql'
import type { CoreLoaders, CoreMutators } from './core-groups.ts'
import type { UserRole } from './enums.ts'
import type { Connectors } from './hooks/declarations.ts'
import type { PluginServices } from './hooks/services.ts'
import type { PluginTokens } from './plugin-tokens.ts'
import type { User } from './records.ts'

/**
 * Structured log: fields first or last as you like them, one line a call, tagged with the plugin.
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
 * Delivers to every subscriber of `event`, on every instance, that its filter lets through.
 *
 * @example
 * await context.pubsub.publish('personCreated', { name: 'Ada' })
 */
export interface Publisher {
  publish(event: string, payload: unknown): Promise<void>
}

/**
 * What every resolver, loader, mutator and hook is given, whoever wrote it: one a request, one an event of a
 * subscription. Its parts are made when they are first touched.
 *
 * @example
 * const mayModerate = (context: CoreContext) => context.can('MODERATE_COMMENTS')
 */
export interface CoreContext {
  /** Id of the request; it is in the log and in the answer's `x-request-id`. */
  readonly id: string
  readonly user: User | null
  readonly loaders: CoreLoaders
  readonly mutators: CoreMutators
  readonly pubsub: Publisher
  readonly log: Logger
  /** What the server can do, by name: the services of the core and those of every plugin. Each is made when it is first read. */
  readonly services: PluginServices
  /** The server's own parts by name, for what has no loader or mutator. */
  readonly connectors: Connectors
  /** Runs an operation of GraphQL as this caller. */
  graphql(query: string, variables?: Record<string, unknown>): Promise<ExecutionResult>
  /** Whether the caller holds every permission named. Banned and suspended people hold none. */
  can(...permissions: string[]): boolean
  /**
   * Whether the caller holds one of the roles, or without any is somebody at all. Banned and suspended people hold
   * none.
   */
  hasRole(...roles: UserRole[]): boolean
  /** Says that what is being computed is for this caller or this moment only: the answer is not shared. */
  unshared(): void
}

/**
 * The context of hook objects that don't say what they require: other plugins' parts are there by name, untyped.
 *
 * @example
 * const hooks: HookObject<GraphContext> = {
 *   resolvers: { RootQuery: { whoami: (_root, _args, context) => context.user?.username } },
 * }
 */
export interface GraphContext extends CoreContext {
  readonly loaders: CoreLoaders & Loose
  readonly mutators: CoreMutators & Loose
  /** What plugins' `context` hooks give, by name. */
  readonly plugins: Loose
}

/**
 * The context as a plugin made with {@link definePlugin} sees it: its own configuration and parts, those of the
 * plugins it requires, and nothing of anybody else's.
 *
 * `definePlugin` finds the four types by itself. Name them where a function stands outside of the plugin, or where
 * `loaders` are written below what uses them.
 *
 * @example
 * const limit = (context: PluginContext<{ max: number }>) => context.config.max
 */
export interface PluginContext<Config = unknown, Plugins = unknown, Loaders = unknown, Mutators = unknown>
  extends CoreContext {
  /** What the plugin's `config` schema made of the operator's settings. Frozen. */
  readonly config: Config
  /** Tokens of the plugin's own, for links in mails for example. */
  readonly tokens: PluginTokens
  /** What the `context` hooks of this plugin and of those it requires give, by name. */
  readonly plugins: Plugins
  readonly loaders: CoreLoaders & Loaders
  readonly mutators: CoreMutators & Mutators
}

// biome-ignore lint/suspicious/noExplicitAny: parts of other plugins are unknown here and must be callable.
type Loose = Readonly<Record<string, any>>
