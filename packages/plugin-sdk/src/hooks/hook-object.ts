import type { GraphContext } from '../context.ts'
import type { Tag, User } from '../records.ts'
import type { AssetData } from './asset-data.ts'
import type { Connectors, IndexDeclaration, Translations } from './declarations.ts'
import type { FieldHookMap } from './field-hooks.ts'
import type { JobMap } from './jobs.ts'
import type { LifecycleHook } from './lifecycle.ts'
import type { SetupFunction, WebsocketHooks } from './live.ts'
import type { MailMap } from './mails.ts'
import type { Model } from './models/types.ts'
import type { ModerationPhase } from './moderation.ts'
import type { PermissionTable } from './permissions.ts'
import type { PersonalData } from './personal-data.ts'
import type { ForeignHooks, HookDefinitions } from './plugin-hooks.ts'
import type { Resolver, ResolverMap } from './resolvers.ts'
import type { PluginApp, PluginRouter } from './routes.ts'
import type { ServiceDefinitions } from './services.ts'
import type { SortMap } from './sort.ts'
import type { StrategyRegistry } from './strategies.ts'

/**
 * A valid token whose user the platform does not know.
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
 * All hooks but `services`, `context`, `loaders`, `mutators`, `jobs`, `mails` and `router`.
 *
 * @example
 * const shouting: ConsumerHooks = {
 *   typeDefs: 'type Comment { shout: String }',
 *   resolvers: { Comment: { shout: comment => comment.body?.toUpperCase() } },
 * }
 */
export interface ConsumerHooks<Ctx = GraphContext, Config = unknown, Parents = unknown> {
  /** GraphQL definitions. Fields of a type, or values of an enum, that exists are added to it. */
  typeDefs?: string
  /** Type in the plural → `sortBy` in lower case → how to sort. */
  Sort?: (context: Ctx) => SortMap<Ctx>
  /** Type → field → function that resolves it. */
  resolvers?: ResolverMap<Ctx, Parents>
  /** Type → field → functions that run before and after it is resolved. */
  hooks?: FieldHookMap<Ctx, Parents>
  /** Subscription field → which events a subscriber gets. */
  setupFunctions?: Readonly<Record<string, SetupFunction<Ctx>>>
  /** Finds or stores the user of a valid token whose user is unknown; `null` when the plugin knows no user. */
  tokenUserNotFound?: (found: UnknownToken) => Promise<User | null | undefined> | User | null | undefined
  /** Tags that the plugin defines. */
  tags?: readonly Tag[]
  /** Registers ways to sign in. The second argument has the plugin's configuration. */
  authStrategies?: (strategies: StrategyRegistry, about: { readonly config: Config }) => unknown
  /** The older name of `authStrategies`. */
  passport?: (strategies: StrategyRegistry, about: { readonly config: Config }) => unknown
  /**
   * Gets the plugin's Express application, whose middleware and routes every request passes before all others. Koa's
   * application is `app.koa`.
   */
  app?: (app: PluginApp) => unknown
  /** Called once with the connectors, before the server listens. Commands of the command line do not call it. */
  connect?: (connectors: Connectors) => void | Promise<void>
  /** Merged into the connectors. */
  connectors?: Readonly<Record<string, unknown>>
  /** Called when clients connect to the live endpoint, and when they leave it. */
  websockets?: WebsocketHooks
  /** Runs once for an operation, or for an event of a subscription. Its answer is the parent of the root fields. */
  schemaLevelResolveFunction?: Resolver<Ctx>
  /** Texts of the plugin by language and key. */
  translations?: Translations
  /** Indexes that the plugin's queries need. */
  indexes?: readonly IndexDeclaration[]
  /** Collections of the plugin's own records, made by `defineModel`. */
  models?: readonly Model[]
  /** Who may use the fields and routes of this plugin. A field or route without a row is open to all callers. */
  permissions?: PermissionTable
  /** Moderation phases, each placed before or after another. */
  moderation?: readonly ModerationPhase<NoInfer<Ctx>>[]
  /** Hooks that this plugin defines for other plugins: name → schema and description. */
  defines?: HookDefinitions
  /** Exports and erases the personal data that the plugin stores. */
  personalData?: PersonalData<NoInfer<Ctx>>
  /** Moves the plugin's records of an asset that is merged into another. */
  assetData?: AssetData<NoInfer<Ctx>>
  /** Runs when the platform starts, before it is ready. */
  init?: LifecycleHook<Config>
  /** Runs when every plugin has started. */
  ready?: LifecycleHook<Config>
  /** Runs when the platform stops. */
  shutdown?: LifecycleHook<Config>
}

/**
 * The hook that mounts routes.
 *
 * @example
 * const hello: RouterHook = {
 *   router: router => router.get('/api/v1/hello', (req, res) => res.json({ hello: req.user?.username ?? 'reader' })),
 * }
 */
export interface RouterHook<Ctx = GraphContext> {
  /** Mounts routes. A path that another plugin or the core has is a conflict. */
  router?: (router: PluginRouter<Ctx>) => unknown
}

/**
 * The object that a plugin exports. Every feature of the core is such an object too. All hooks are optional. It may
 * also have the hooks that other plugins define.
 *
 * @example
 * export default {
 *   typeDefs: 'type Comment { shout: String }',
 *   resolvers: { Comment: { shout: comment => comment.body?.toUpperCase() } },
 * } satisfies HookObject
 */
export interface HookObject<Ctx = GraphContext, Config = unknown>
  extends ConsumerHooks<Ctx, Config>,
    RouterHook<Ctx>,
    ForeignHooks {
  /**
   * Name → function whose answer is `context.plugins.<name>`; called at first use in a request. May have `Sort` too.
   */
  context?: Readonly<Record<string, (context: Ctx) => unknown>>
  /** Name → how the service is made. It is read at `context.services.<name>`, or named in `needs` of another. */
  services?: ServiceDefinitions
  /** Group → functions that read, as `context.loaders.<group>`. */
  loaders?: (context: Ctx) => Readonly<Record<string, object>>
  /** Group → functions that write, as `context.mutators.<group>`. */
  mutators?: (context: Ctx) => Readonly<Record<string, object>>
  /** Name → job, which is queued or runs on a schedule. */
  jobs?: JobMap<Readonly<Record<string, any>>, Ctx>
  /** Name → mail that the plugin sends. */
  mails?: MailMap<Readonly<Record<string, any>>>
}
