import type { HookObject } from './hook-object.ts'

/**
 * What a hook's value can be.
 *
 * @example
 * const kinds: readonly HookKind[] = HOOK_SHAPES.translations.kinds // ['text', 'map']
 */
export type HookKind = 'function' | 'map' | 'list' | 'text'

/**
 * What a hook has to be, and what it is for.
 *
 * @example
 * const { kinds, purpose }: HookShape = HOOK_SHAPES.router
 */
export interface HookShape {
  /** One of these. */
  readonly kinds: readonly HookKind[]
  /** One line for people. */
  readonly purpose: string
}

/**
 * Every hook there is. The server's check at boot and the documentation are made from this table.
 *
 * @example
 * const isHook = (name: string) => Object.hasOwn(HOOK_SHAPES, name)
 */
export const HOOK_SHAPES: Readonly<Record<keyof HookObject, HookShape>> = Object.freeze({
  typeDefs: shape('text', 'GraphQL definitions, merged into the schema'),
  context: shape('map', 'name → function of the context; what it gives is `context.plugins.<name>`'),
  services: shape('map', 'name → needs, the names of other services, and create, which makes the service of them'),
  Sort: shape('function', 'type → sortBy → startCursor, endCursor and sort'),
  loaders: shape('function', 'group → functions that read'),
  mutators: shape('function', 'group → functions that write'),
  resolvers: shape('map', 'type → field → function that resolves it'),
  hooks: shape('map', 'type → field → pre and post, run before and after it is resolved'),
  setupFunctions: shape('map', 'subscription field → function that gives channels and filters'),
  tokenUserNotFound: shape('function', 'finds or makes the user of a valid token that belongs to nobody known'),
  tags: shape('list', 'tags that code defines'),
  router: shape('function', 'mounts HTTP routes and middleware'),
  authStrategies: shape('function', 'registers ways to sign in'),
  passport: shape('function', 'the older name of authStrategies'),
  app: shape('function', 'gets the HTTP application before anything is mounted'),
  connect: shape('function', 'gets the connectors once, before the server listens'),
  connectors: shape('map', 'merged into the connectors'),
  websockets: shape('map', 'onConnect and onDisconnect of live connections'),
  schemaLevelResolveFunction: shape('function', 'runs before every root field'),
  translations: { kinds: ['text', 'map'], purpose: 'path of a language file, or language → key → text' },
  indexes: shape('list', 'indexes the plugin needs'),
  permissions: shape('map', 'field or route of the plugin → who may use it'),
  moderation: shape('list', 'phases that decide about comments, each with a name, a place and run'),
  jobs: shape('map', 'name → work that is queued, or done at times a schedule names'),
  mails: shape('map', 'name → mail that the plugin sends, with its texts'),
  personalData: shape('map', 'export and erase: what is stored about a user, record by record and batch by batch'),
  init: shape('function', 'runs when the platform starts, before it is ready'),
  ready: shape('function', 'runs when every plugin has started'),
  shutdown: shape('function', 'runs when the platform stops'),
})

function shape(kind: HookKind, purpose: string): HookShape {
  return { kinds: [kind], purpose }
}
