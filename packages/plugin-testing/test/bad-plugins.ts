import { Readable } from 'node:stream'
import {
  type AuthStrategy,
  defineModel,
  definePlugin,
  type ExplicitPost,
  type HookObject,
  MANIFEST,
  type ModelDefinition,
  type Plugin,
} from '@platform/plugin-sdk'
import { z } from 'zod'
import type { ContractPoint, Given } from '../src/index.ts'

/** Plugins that each break one point of the contract, and what is said of them. */
export interface BadPlugin {
  readonly name: string
  readonly plugin: Given
  readonly point: ContractPoint
  readonly says: RegExp
}

const about = { name: 'platform-plugin-bad', sdk: '^1.0' } as const
const strategy = (name?: string): AuthStrategy => ({
  ...(name === undefined ? {} : { name }),
  authenticate() {
    this.pass()
  },
})
const shared = { load: async () => 1 }
/** Stores who posted, in a collection of its own. */
const notePost: ExplicitPost = {
  mode: 'observe',
  run: async (_root, _args, { services, user }) => {
    await services.docstore.collection<{ user_id?: string }>('bad_posts').insertOne(user ? { user_id: user.id } : {})
  },
}
/** Stores on which asset a comment was posted, in a collection of its own. */
const noteAsset: ExplicitPost = {
  mode: 'observe',
  run: async (_root, { input }, { services }) => {
    const { asset_id } = input as { asset_id: string }
    await services.docstore.collection<{ asset_id?: string }>('bad_visits').insertOne({ asset_id })
  },
}
function ownModel(model: ModelDefinition<any>): Plugin {
  return definePlugin({ ...about, capabilities: ['docstore.collections'], models: [defineModel(model)] })
}
let leaks: NodeJS.Timeout[] = []
let listeners: (() => void)[] = []

/** Undoes what bad plugins leave behind, for the tests after them. */
export function cleanUp(): void {
  for (const timer of leaks) clearInterval(timer)
  for (const listener of listeners) process.off('SIGHUP', listener)
  leaks = []
  listeners = []
}

export const badPlugins: readonly BadPlugin[] = [
  { name: 'a misspelt hook', point: 'shape', says: /did you mean resolvers/, plugin: { resolver: {} } as HookObject },
  { name: 'a hook of the wrong shape', point: 'shape', says: /expected a list/, plugin: { tags: {} } as never },
  {
    name: 'a hook for other plugins that takes every value',
    point: 'plugin-hooks',
    says: /the schema of the hook chimes accepts every value/,
    plugin: definePlugin({ ...about, defines: { chimes: { schema: z.unknown(), description: 'chimes' } } }),
  },
  {
    name: 'a value that the schema of its hook refuses',
    point: 'plugin-hooks',
    says: /chimes: .*expected array[\s\S]*defined by {2}platform-plugin-bad: chimes/,
    plugin: definePlugin({
      ...about,
      defines: { chimes: { schema: z.array(z.string()), description: 'chimes' } },
      ...({ chimes: 'ding' } as object),
    }),
  },
  {
    name: 'a range of contracts without an end',
    point: 'manifest',
    says: /fits every contract/,
    plugin: definePlugin({ ...about, sdk: '*' as never }),
  },
  {
    name: 'a contract to come',
    point: 'manifest',
    says: /update the server/,
    plugin: definePlugin({ ...about, sdk: '^9.0' }),
  },
  {
    name: 'a key the manifest does not have',
    point: 'manifest',
    says: /no key of a manifest/,
    plugin: Object.defineProperty({}, MANIFEST, { value: { ...about, contract: 1, colour: 'red' } }) as Plugin,
  },
  {
    name: 'settings that must be given',
    point: 'config',
    says: /url/,
    plugin: definePlugin({ ...about, config: z.strictObject({ url: z.string() }) }),
  },
  {
    name: 'a schema that takes anything',
    point: 'config',
    says: /silently ignored/,
    plugin: definePlugin({ ...about, config: z.object({ max: z.number().default(1) }) }),
  },
  {
    name: 'a secret that is not marked',
    point: 'config',
    says: /apiToken looks like a secret/,
    plugin: definePlugin({ ...about, config: z.strictObject({ apiToken: z.string().optional() }) }),
  },
  {
    name: 'types that clash with the core',
    point: 'schema',
    says: /Comment/,
    plugin: definePlugin({ ...about, typeDefs: 'enum Comment { LOUD }' }),
  },
  {
    name: 'types that can not be read',
    point: 'schema',
    says: /./,
    plugin: definePlugin({ ...about, typeDefs: 'type Comment {' }),
  },
  {
    name: 'a field nothing resolves',
    point: 'resolvers',
    says: /RootQuery\.people has no resolver/,
    plugin: definePlugin({ ...about, typeDefs: 'type RootQuery { people: [String] }' }),
  },
  {
    name: 'a resolver without a field',
    point: 'resolvers',
    says: /people/,
    plugin: definePlugin({ ...about, resolvers: { RootQuery: { people: () => [] } } }),
  },
  {
    name: 'a resolver of a field of the core',
    point: 'resolvers',
    says: /RootQuery\.me/,
    plugin: definePlugin({ ...about, resolvers: { RootQuery: { me: () => null } } }),
  },
  {
    name: 'a hook of a field that is not there',
    point: 'field-hooks',
    says: /createComet/,
    // @ts-expect-error the type knows the fields of the core as well
    plugin: definePlugin({ ...about, hooks: { RootMutation: { createComet: { pre: () => {} } } } }),
  },
  {
    name: 'a post hook of no mode',
    point: 'hook-modes',
    says: /Comment\.body/,
    plugin: definePlugin({ ...about, hooks: { Comment: { body: { post: () => {} } } } }),
  },
  {
    name: 'a route outside of its paths',
    point: 'routes',
    says: /\/api\/v1\/others/,
    plugin: definePlugin({
      ...about,
      capabilities: ['http.routes'],
      router: router => {
        router.get('/api/v1/others', (_req, res) => res.end())
      },
    }),
  },
  {
    name: 'a route that climbs out',
    point: 'routes',
    says: /outside/,
    plugin: definePlugin({
      ...about,
      capabilities: ['http.routes'],
      router: router => {
        router.koa.get('/api/v1/bad/../users', () => {})
      },
    }),
  },
  {
    name: 'middleware for everybody',
    point: 'routes',
    says: /every plugin/,
    plugin: definePlugin({
      ...about,
      capabilities: ['http.routes'],
      router: router => {
        router.use((_req, _res, next) => next())
      },
    }),
  },
  {
    name: 'a way to sign in that has no name',
    point: 'strategies',
    says: /no name/,
    plugin: definePlugin({
      ...about,
      capabilities: ['auth.strategies'],
      authStrategies: strategies => strategies.use(strategy()),
    }),
  },
  {
    name: "a way to sign in that could be anybody's",
    point: 'strategies',
    says: /oauth2/,
    plugin: definePlugin({
      ...about,
      capabilities: ['auth.strategies'],
      authStrategies: strategies => strategies.use(strategy('oauth2')),
    }),
  },
  {
    name: 'loaders that outlive a request',
    point: 'loaders',
    says: /People/,
    plugin: definePlugin({ ...about, loaders: () => ({ People: shared }) }),
  },
  {
    name: 'loaders that throw',
    point: 'loads',
    says: /threw when it was first called/,
    plugin: definePlugin({
      ...about,
      loaders: () => {
        throw new Error('no')
      },
    }),
  },
  {
    name: 'a filter that trusts its payload',
    point: 'live-filters',
    says: /badEvent/,
    plugin: definePlugin({
      ...about,
      typeDefs: 'type Subscription { badEvent: Int }',
      setupFunctions: { badEvent: () => ({ badEvent: { filter: event => event.comment.id === '1' } }) },
    }),
  },
  {
    name: 'a filter of no subscription',
    point: 'live-filters',
    says: /nobodyKnows/,
    plugin: definePlugin({ ...about, setupFunctions: { nobodyKnows: () => ({}) } }),
  },
  {
    name: 'a token that throws',
    point: 'unknown-tokens',
    says: /throws/,
    plugin: definePlugin({
      ...about,
      capabilities: ['auth.users'],
      tokenUserNotFound: ({ jwt }) => {
        throw new Error(String((jwt['name'] as string).length))
      },
    }),
  },
  {
    name: 'a token that is answered with a name',
    point: 'unknown-tokens',
    says: /string/,
    plugin: definePlugin({ ...about, capabilities: ['auth.users'], tokenUserNotFound: () => 'ada' as never }),
  },
  {
    name: 'a tag in small letters',
    point: 'tags',
    says: /capitals/,
    plugin: definePlugin({
      ...about,
      tags: [{ name: 'loud', permissions: {}, models: ['COMMENTS'], created_at: new Date() }],
    }),
  },
  {
    name: 'a tag for nothing',
    point: 'shape',
    says: /models/,
    plugin: definePlugin({ ...about, tags: [{ name: 'LOUD', permissions: {}, models: [], created_at: new Date() }] }),
  },
  {
    name: 'a service that needs what nothing gives',
    point: 'services',
    says: /did you mean docstore/,
    plugin: definePlugin({ ...about, services: { bad: { needs: ['docstor'], create: () => ({}) } } as never }),
  },
  {
    name: 'services that need each other',
    point: 'services',
    says: /worse of .* needs bad of /,
    plugin: definePlugin({
      ...about,
      services: {
        bad: { needs: ['worse'], create: () => ({}) },
        worse: { needs: ['bad'], create: () => ({}) },
      } as never,
    }),
  },
  {
    name: 'a service that can not be made',
    point: 'services',
    says: /no gateway/,
    plugin: definePlugin({
      ...about,
      services: {
        bad: {
          needs: [],
          create() {
            throw new Error('no gateway')
          },
        },
      } as never,
    }),
  },
  {
    name: 'a service of the name of one of the core',
    point: 'services',
    says: /both define the service tags/,
    plugin: definePlugin({ ...about, services: { tags: { needs: [], create: () => ({}) } } as never }),
  },
  {
    name: 'a row of permissions for a field of the core',
    point: 'permissions',
    says: /no field that the plugin defines/,
    plugin: definePlugin({ ...about, permissions: { 'RootQuery.users': 'ANYBODY' } }),
  },
  {
    name: 'a sort that lacks a function',
    point: 'sorts',
    says: /lacks endCursor/,
    plugin: definePlugin({
      ...about,
      typeDefs: 'enum SORT_COMMENTS_BY { LOUD }',
      Sort: () => ({
        Comments: { loud: { startCursor: () => 0, sort: (_context: unknown, query: unknown) => query } as never },
      }),
    }),
  },
  {
    name: 'a sort that throws for an empty page',
    point: 'sorts',
    says: /empty page/,
    plugin: definePlugin({
      ...about,
      typeDefs: 'enum SORT_COMMENTS_BY { LOUD }',
      Sort: () => ({
        Comments: {
          loud: {
            startCursor: () => 0,
            endCursor: (_context, nodes) => nodes.at(-1)!.id,
            sort: (_context, query) => query,
          },
        },
      }),
    }),
  },
  {
    name: 'a collection with ids of users that nothing erases',
    point: 'personal-data',
    says: /the id of a user in the collection bad_posts, field user_id, and has no personalData/,
    plugin: definePlugin({ ...about, hooks: { RootMutation: { createComment: { post: notePost } } } }),
  },
  {
    name: 'ids of users who edit a comment that nothing erases',
    point: 'personal-data',
    says: /the id of a user in the collection bad_posts, field user_id, and has no personalData/,
    plugin: definePlugin({ ...about, hooks: { RootMutation: { editComment: { post: notePost } } } }),
  },
  {
    name: 'metadata with ids of users that nothing erases',
    point: 'personal-data',
    says: /the id of a user in the collection comments, field metadata\.bad\.by, and has no personalData/,
    plugin: definePlugin({
      ...about,
      hooks: {
        RootMutation: {
          createComment: {
            pre: (_root, { input }: { input: { metadata?: object } }, { user }) => {
              input.metadata = { ...input.metadata, bad: { by: user?.id } }
            },
          },
        },
      },
    }),
  },
  {
    name: 'an index of ids of users that nothing erases',
    point: 'personal-data',
    says: /the id of a user in the collection bad_follows, field user_id, and has no personalData/,
    plugin: definePlugin({
      ...about,
      capabilities: ['docstore.collections'],
      indexes: [{ collection: 'bad_follows', name: 'user', keys: { user_id: 1 } }],
    }),
  },
  {
    name: 'an erasure that leaves the id of the user',
    point: 'personal-data',
    says: /still in the collection bad_posts, field user_id/,
    plugin: definePlugin({
      ...about,
      hooks: { RootMutation: { createComment: { post: notePost } } },
      personalData: { export: () => Readable.from([]), erase: () => 0 },
    }),
  },
  {
    name: 'an erasure that does not say how much it changed',
    point: 'personal-data',
    says: /personalData fails: erase answered undefined/,
    plugin: definePlugin({
      ...about,
      personalData: { export: () => Readable.from([]), erase: (() => {}) as never },
    }),
  },
  {
    name: 'a collection with ids of assets that no merge moves',
    point: 'asset-data',
    says: /the id of an asset in the collection bad_visits, field asset_id, and has no assetData/,
    plugin: definePlugin({ ...about, hooks: { RootMutation: { createComment: { post: noteAsset } } } }),
  },
  {
    name: 'an index of ids of assets that no merge moves',
    point: 'asset-data',
    says: /the id of an asset in the collection bad_polls, field asset_id, and has no assetData/,
    plugin: definePlugin({
      ...about,
      capabilities: ['docstore.collections'],
      indexes: [{ collection: 'bad_polls', name: 'asset', keys: { asset_id: 1 } }],
    }),
  },
  {
    name: 'a merge that leaves the id of the merged asset',
    point: 'asset-data',
    says: /the id of a merged asset is still in the collection bad_visits, field asset_id/,
    plugin: definePlugin({
      ...about,
      hooks: { RootMutation: { createComment: { post: noteAsset } } },
      assetData: { merge: () => 0 },
    }),
  },
  {
    name: 'a merge that does not say how much it changed',
    point: 'asset-data',
    says: /assetData fails: merge answered undefined/,
    plugin: definePlugin({ ...about, assetData: { merge: (() => {}) as never } }),
  },
  {
    name: 'a model with the name of another plugin',
    point: 'models',
    says: /begins with the name of its plugin.*\n.*\n.*call it bad\.posts/s,
    plugin: ownModel({ name: 'good.posts', record: z.object({}), samples: { 1: {} } }),
  },
  {
    name: 'a model without a sample of each version',
    point: 'models',
    says: /bad\.posts has no sample of version 1, 2/,
    plugin: ownModel({ name: 'bad.posts', record: z.object({}), version: 2, migrations: { 2: post => post } }),
  },
  {
    name: 'a migration that gives no record of its version',
    point: 'models',
    says: /sample of version 1 of the model bad\.posts can't be changed to version 2: .*length/s,
    plugin: ownModel({
      name: 'bad.posts',
      record: z.object({ length: z.number() }),
      version: 2,
      migrations: { 2: post => post },
      samples: { 1: { size: 1 }, 2: { length: 1 } },
    }),
  },
  {
    name: 'a model whose erasure keeps the user',
    point: 'models',
    says: /personalData of the model bad\.posts fails: erase of the model bad\.posts keeps the user/,
    plugin: ownModel({
      name: 'bad.posts',
      record: z.object({ user_id: z.string(), text: z.string() }),
      samples: { 1: { user_id: 'ada', text: 'hello' } },
      personalData: { user: 'user_id', erase: () => ({ text: '' }) },
    }),
  },
  {
    name: 'a language that lacks a text',
    point: 'translations',
    says: /de lacks people\.made/,
    plugin: definePlugin({ ...about, translations: { en: { people: { made: 'made' } }, de: { people: {} } } }),
  },
  {
    name: 'a language file that is not there',
    point: 'translations',
    says: /can't be read/,
    plugin: definePlugin({ ...about, translations: '/nowhere/texts.yml' }),
  },
  {
    name: 'an init that throws',
    point: 'loads',
    says: /bad init: no\n/,
    plugin: definePlugin({
      ...about,
      init: () => {
        throw new Error('no')
      },
    }),
  },
  {
    name: 'a promise that no code awaits',
    point: 'loads',
    says: /lost/,
    plugin: definePlugin({
      ...about,
      init: () => {
        void Promise.reject(new Error('lost'))
      },
    }),
  },
  {
    name: 'an init that works once',
    point: 'loads-again',
    says: /second time/,
    plugin: definePlugin({ ...about, init: once() }),
  },
  {
    name: 'an interval that goes on',
    point: 'shutdown',
    says: /interval/,
    plugin: definePlugin({
      ...about,
      init: () => {
        leaks.push(setInterval(() => {}, 60_000))
      },
    }),
  },
  {
    name: 'a listener that stays',
    point: 'shutdown',
    says: /SIGHUP/,
    plugin: definePlugin({
      ...about,
      init: () => {
        const listener = () => {}
        listeners.push(listener)
        process.on('SIGHUP', listener)
      },
    }),
  },
  { name: 'what only a good end undoes', point: 'failed-start', says: /interval/, plugin: definePlugin(untidy()) },
  {
    name: 'a call to another machine',
    point: 'network',
    says: /updates\.example/,
    plugin: definePlugin({
      ...about,
      init: async () => {
        await fetch('http://updates.example/').catch(() => {})
      },
    }),
  },
  {
    name: 'routes that are not declared',
    point: 'capabilities',
    says: /http\.routes/,
    plugin: definePlugin({
      ...about,
      router: router => {
        router.get('/api/v1/bad', (_req, res) => res.end())
      },
    }),
  },
]

function once(): () => void {
  let starts = 0
  return () => {
    if (++starts > 1) throw new Error('it has started before')
  }
}

/** It tidies up in `shutdown`, but only once it was ready. */
function untidy() {
  let ready = false
  const own: NodeJS.Timeout[] = []
  return {
    ...about,
    init: () => {
      const timer = setInterval(() => {}, 60_000)
      own.push(timer)
      leaks.push(timer)
    },
    ready: () => {
      ready = true
    },
    shutdown: () => {
      if (ready) for (const timer of own) clearInterval(timer)
      ready = false
    },
  }
}
