import type { HookObject } from './hook-object.ts'
import type { PluginHooks } from './plugin-hooks.ts'

/**
 * The kind of value that a hook can have.
 *
 * @example
 * const kinds: readonly HookKind[] = HOOK_SHAPES.translations.kinds // ['text', 'map']
 */
export type HookKind = 'function' | 'map' | 'list' | 'text'

/**
 * The kinds of value that a hook can have, and its purpose.
 *
 * @example
 * const { kinds, purpose }: HookShape = HOOK_SHAPES.router
 */
export interface HookShape {
  /** The hook's value must be of one of these kinds. */
  readonly kinds: readonly HookKind[]
  /** One line, shown in the reference and in messages. */
  readonly purpose: string
}

/**
 * The name of a hook of the platform, beside which plugins define hooks of their own.
 *
 * @example
 * const shapeOf = (name: HookName) => HOOK_SHAPES[name]
 */
export type HookName = Exclude<keyof HookObject, keyof PluginHooks>

/**
 * All hooks of the platform. The check of plugins at the start and the reference page are made from this table.
 *
 * @example
 * const isHook = (name: string) => Object.hasOwn(HOOK_SHAPES, name)
 */
export const HOOK_SHAPES: Readonly<Record<HookName, HookShape>> = Object.freeze({
  typeDefs: shape('text', 'GraphQL definitions, merged into the schema'),
  context: shape('map', 'name → function of the context, whose answer is `context.plugins.<name>`'),
  services: shape('map', 'name → needs, the names of other services, and create, which makes the service with them'),
  Sort: shape('function', 'type → sortBy → startCursor, endCursor and sort'),
  loaders: shape('function', 'group → functions that read'),
  mutators: shape('function', 'group → functions that write'),
  resolvers: shape('map', 'type → field → function that resolves it'),
  hooks: shape(
    'map',
    'type → field → pre and post, run before and after it is resolved; a post that only observes can fail nothing',
  ),
  setupFunctions: shape('map', 'subscription field → function that returns channels and filters'),
  tokenUserNotFound: shape('function', 'finds or makes the user of a valid token whose user is unknown'),
  tags: shape('list', 'tags that the plugin defines'),
  router: shape('function', 'mounts HTTP routes and middleware'),
  authStrategies: shape('function', 'registers ways to sign in'),
  passport: shape('function', 'the older name of authStrategies'),
  app: shape('function', 'gets an Express application that every request passes first; app.koa is the one of koa'),
  connect: shape('function', 'gets the connectors once, before the server listens'),
  connectors: shape('map', 'merged into the connectors'),
  websockets: shape('map', 'onConnect and onDisconnect of live connections'),
  schemaLevelResolveFunction: shape('function', 'runs before every root field'),
  translations: { kinds: ['text', 'map'], purpose: 'path of a language file, or language → key → text' },
  indexes: shape('list', 'indexes that the plugin needs'),
  models: shape('list', 'collections of records of the plugin, made by defineModel'),
  permissions: shape('map', 'field or route of the plugin → who may use it'),
  moderation: shape('list', 'phases that decide about comments, each with a name, a place and run'),
  jobs: shape('map', 'name → job, which is queued or runs on a schedule'),
  mails: shape('map', 'name → mail that the plugin sends, with its texts'),
  defines: shape('map', 'name → schema and description of a hook that the plugin defines for other plugins'),
  personalData: shape('map', 'export and erase, for everything that the plugin stores about a user'),
  assetData: shape('map', 'merge, for everything that the plugin stores about an asset'),
  init: shape('function', 'runs when the platform starts, before it is ready'),
  ready: shape('function', 'runs when every plugin has started'),
  shutdown: shape('function', 'runs when the platform stops'),
})

function shape(kind: HookKind, purpose: string): HookShape {
  return { kinds: [kind], purpose }
}
