import type Koa from 'koa'
import type { GraphContext } from '../context.ts'
import type { Tag, User } from '../records.ts'
import type { Connectors, IndexDeclaration, Translations } from './declarations.ts'
import type { FieldHookMap } from './field-hooks.ts'
import type { JobMap } from './jobs.ts'
import type { LifecycleHook } from './lifecycle.ts'
import type { SetupFunction, WebsocketHooks } from './live.ts'
import type { MailMap } from './mails.ts'
import type { ModerationPhase } from './moderation.ts'
import type { PermissionTable } from './permissions.ts'
import type { PersonalData } from './personal-data.ts'
import type { Resolver, ResolverMap } from './resolvers.ts'
import type { PluginRouter } from './routes.ts'
import type { ServiceDefinitions } from './services.ts'
import type { SortMap } from './sort.ts'
import type { StrategyRegistry } from './strategies.ts'

/**
 * A valid token that belongs to nobody known.
 *
 * @example
 * const find = async ({ jwt }: UnknownToken) => typeof jwt['sub'] === 'string' ? upsert(jwt['sub']) : null
 */
export interface UnknownToken {
  /** The claims. */
  readonly jwt: Readonly<Record<string, unknown>>
  /** The token as it was sent. */
  readonly token: string
}

/**
 * The hooks that use what a plugin provides: all but `services`, `context`, `loaders`, `mutators` and `router`.
 *
 * @example
 * const shouting: ConsumerHooks = {
 *   typeDefs: 'type Comment { shout: String }',
 *   resolvers: { Comment: { shout: comment => comment.body?.toUpperCase() } },
 * }
 */
export interface ConsumerHooks<Ctx = GraphContext, Config = unknown, Parents = unknown> {
  /** GraphQL definitions; existing types and enums are appended to. */
  typeDefs?: string
  Sort?: (context: Ctx) => SortMap<Ctx>
  resolvers?: ResolverMap<Ctx, Parents>
  /** Type → field → functions around its resolution. */
  hooks?: FieldHookMap<Ctx, Parents>
  /** Subscription field → which events a subscriber gets. */
  setupFunctions?: Readonly<Record<string, SetupFunction<Ctx>>>
  /** Finds or makes the user of a valid token that belongs to nobody known; `null` when there is none. */
  tokenUserNotFound?: (found: UnknownToken) => Promise<User | null | undefined> | User | null | undefined
  tags?: readonly Tag[]
  /** Registers ways to sign in; the plugin's configuration comes with the registry. */
  authStrategies?: (strategies: StrategyRegistry, about: { readonly config: Config }) => unknown
  /** The older name of `authStrategies`. */
  passport?: (strategies: StrategyRegistry, about: { readonly config: Config }) => unknown
  /** The HTTP application itself, before anything else is mounted: for middleware that must see every request. */
  app?: (app: Koa) => unknown
  /** Called once with the connectors, before the server listens; not by commands. */
  connect?: (connectors: Connectors) => void | Promise<void>
  /** Merged into the connectors. */
  connectors?: Readonly<Record<string, unknown>>
  websockets?: WebsocketHooks
  /** Runs before every root field: once an operation, once an event for subscriptions. Gives the root. */
  schemaLevelResolveFunction?: Resolver<Ctx>
  translations?: Translations
  indexes?: readonly IndexDeclaration[]
  /** Who may use the fields and routes that this object adds, by place. A place without a row is open to everybody. */
  permissions?: PermissionTable
  /** Steps of deciding about comments, each placed before or after another. */
  moderation?: readonly ModerationPhase<NoInfer<Ctx>>[]
  /** What is stored about users: how it is exported, and how it is erased. */
  personalData?: PersonalData<NoInfer<Ctx>>
  init?: LifecycleHook<Config>
  ready?: LifecycleHook<Config>
  shutdown?: LifecycleHook<Config>
}

/**
 * The hook that mounts routes.
 *
 * @example
 * const hello: RouterHook = { router: router => router.get('/api/v1/hello', (req, res) => res.json({ hello: req.user?.username ?? 'stranger' })) }
 */
export interface RouterHook<Ctx = GraphContext> {
  /** Mounts routes. A path that is taken is a conflict. */
  router?: (router: PluginRouter<Ctx>) => unknown
}

/**
 * The object a plugin exports, and what every feature of the core is made of. All hooks are optional.
 *
 * @example
 * export default {
 *   typeDefs: 'type Comment { shout: String }',
 *   resolvers: { Comment: { shout: comment => comment.body?.toUpperCase() } },
 * } satisfies HookObject
 */
export interface HookObject<Ctx = GraphContext, Config = unknown> extends ConsumerHooks<Ctx, Config>, RouterHook<Ctx> {
  /** Name → what is mounted at `context.plugins.<name>`; made at first use in a request. `Sort` may stand here too. */
  context?: Readonly<Record<string, (context: Ctx) => unknown>>
  /** Name → how the service is made; everything that is composed reads it at `context.services.<name>`, or names it in `needs`. */
  services?: ServiceDefinitions
  loaders?: (context: Ctx) => Readonly<Record<string, object>>
  mutators?: (context: Ctx) => Readonly<Record<string, object>>
  /** Name → work that is queued, or done at times a schedule names. */
  jobs?: JobMap<Readonly<Record<string, any>>, Ctx>
  /** Name → mail that the plugin sends. */
  mails?: MailMap<Readonly<Record<string, any>>>
}
