import type { HookObject } from '@platform/plugin-sdk'
import { createTestPlatform, type TestPlatform } from '@platform/plugin-testing'
import { GraphQLError } from 'graphql'
import { describe, expect, test } from 'vitest'
import { named } from '../compose/named.ts'

/** Outside production an answer shows the cause of an error, so these tests are about production. */
const PRODUCTION = { NODE_ENV: 'production', PLATFORM_ROOT_URL: 'https://comments.example' }
const SECRET = 'secret-detail-of-the-plugin'
const fail = (): never => {
  throw new TypeError(SECRET)
}

/** A plugin that works, loaded beside the one that fails. */
const other = named('other', {
  typeDefs: 'type RootQuery { other: Int }',
  resolvers: { RootQuery: { other: () => 1 } },
})

interface Case {
  readonly hooks: HookObject
  readonly attributedTo: string
  poke(platform: TestPlatform): Promise<string>
}

const query = (document: string) => async (platform: TestPlatform) => JSON.stringify(await platform.graphql(document))
const field = 'type RootQuery { broken: Int } type RootMutation { breakIt: Int } type Subscription { brokenAdded: Int }'
const fine = { RootQuery: { broken: () => 1 }, RootMutation: { breakIt: () => 1 } }

const CASES: Record<string, Case> = {
  resolvers: {
    hooks: { typeDefs: field, resolvers: { RootQuery: { broken: fail } } },
    attributedTo: 'resolvers RootQuery.broken',
    poke: query('{ broken other }'),
  },
  'resolvers, by an error of GraphQL without a code': {
    hooks: {
      typeDefs: field,
      resolvers: {
        RootQuery: {
          broken: () => {
            throw new GraphQLError(SECRET)
          },
        },
      },
    },
    attributedTo: 'resolvers RootQuery.broken',
    poke: query('{ broken other }'),
  },
  'resolvers, later': {
    hooks: { typeDefs: field, resolvers: { RootQuery: { broken: async () => fail() } } },
    attributedTo: 'resolvers RootQuery.broken',
    poke: query('{ broken other }'),
  },
  'hooks pre': {
    hooks: { typeDefs: field, resolvers: fine, hooks: { RootQuery: { broken: { pre: fail } } } },
    attributedTo: 'hooks.pre RootQuery.broken',
    poke: query('{ broken other }'),
  },
  'hooks post': {
    hooks: {
      typeDefs: field,
      resolvers: fine,
      hooks: { RootQuery: { broken: { post: { mode: 'transform', run: fail } } } },
    },
    attributedTo: 'hooks.post RootQuery.broken',
    poke: query('{ broken other }'),
  },
  context: {
    hooks: {
      typeDefs: field,
      context: { broken: fail },
      resolvers: { RootQuery: { broken: (_root, _args, { plugins }) => plugins['broken'] as never } },
    },
    attributedTo: 'context broken',
    poke: query('{ broken other }'),
  },
  loaders: {
    hooks: {
      typeDefs: field,
      loaders: () => ({ Broken: { load: fail } }),
      resolvers: {
        RootQuery: {
          broken: (_root, _args, { loaders }) => (loaders as never as { Broken: { load(): number } }).Broken.load(),
        },
      },
    },
    attributedTo: 'loaders Broken.load',
    poke: query('{ broken other }'),
  },
  mutators: {
    hooks: {
      typeDefs: field,
      mutators: () => ({ Broken: { make: async () => fail() } }),
      resolvers: {
        RootMutation: {
          breakIt: (_root, _args, { mutators }) => (mutators as never as { Broken: { make(): number } }).Broken.make(),
        },
      },
    },
    attributedTo: 'mutators Broken.make',
    poke: query('mutation { breakIt }'),
  },
  schemaLevelResolveFunction: {
    hooks: { schemaLevelResolveFunction: fail },
    attributedTo: 'schemaLevelResolveFunction schema',
    poke: query('{ other }'),
  },
  tokenUserNotFound: {
    hooks: { tokenUserNotFound: fail },
    attributedTo: 'tokenUserNotFound',
    async poke(platform) {
      const { token } = await platform.services.tokens.sign({ kind: 'session', userId: 'nobody-knows' })
      return (await platform.http('/api/v1/auth', { headers: { authorization: `Bearer ${token}` } })).text()
    },
  },
  moderation: {
    hooks: { moderation: [{ name: 'broken', before: 'premod', run: fail }] },
    attributedTo: 'moderation broken',
    async poke(platform) {
      const asset = await platform.createAsset()
      const author = platform.as(await platform.createUser())
      const told = await author.graphql(
        `mutation ($id: ID!) {
          createComment(input: { asset_id: $id, body: "said" }) {
            comment { id } errors { translation_key }
          }
        }`,
        { id: asset.id },
      )
      expect(
        (await platform.graphql('query ($id: ID!) { asset(id: $id) { comments { nodes { id } } } }', { id: asset.id }))
          .data!['asset'].comments.nodes,
      ).toEqual([])
      return JSON.stringify(told)
    },
  },
  router: {
    hooks: {
      router: router => {
        router.get('/api/v1/broken', fail)
      },
    },
    attributedTo: 'router GET /api/v1/broken',
    poke: async platform => (await platform.http('/api/v1/broken')).text(),
  },
  app: {
    hooks: {
      app: app => {
        app.use((req, _res, next) => (req.path === '/broken' ? fail() : next()))
      },
    },
    attributedTo: 'app middleware',
    poke: async platform => (await platform.http('/broken')).text(),
  },
  authStrategies: {
    hooks: {
      authStrategies(registry) {
        strategies = registry as never
        ;(registry as { use(name: string, strategy: object): unknown }).use('broken', {
          name: 'broken',
          authenticate: fail,
        })
      },
      router: router => {
        router.get('/broken-sign-in', (req, res, next) => {
          strategies.authenticate('broken', { session: false })(req, res, next)
        })
      },
    },
    attributedTo: 'authStrategies broken',
    poke: async platform => (await platform.http('/broken-sign-in')).text(),
  },
}
let strategies: { authenticate(name: string, options: object): (...args: unknown[]) => unknown }

describe.each(Object.entries(CASES))('a failure of %s', (_name, { hooks, attributedTo, poke }) => {
  test('names the plugin in the log, tells a client nothing, and leaves the rest running', async () => {
    await using platform = await createTestPlatform({ plugins: [named('broken', hooks), other], env: PRODUCTION })
    const told = await poke(platform)
    expect(told).not.toContain(SECRET)
    expect(told).not.toMatch(/\bat .*:\d+:\d+/)
    const line = platform.logs.find(entry => entry['level'] === 'error')!
    expect(line['msg']).toContain(`PLUGIN_HOOK_FAILED broken`)
    expect(line['msg']).toContain(attributedTo)
    expect(JSON.stringify(line['err'])).toContain(SECRET)
    if (attributedTo.startsWith('schemaLevel')) return
    expect((await platform.graphql('{ other }')).data).toEqual({ other: 1 })
  })
})

const hostile: Record<string, () => unknown> = {
  'an object with a message that throws': () => ({
    get message() {
      throw new Error(SECRET)
    },
  }),
  'an error with a message that throws': () =>
    Object.defineProperty(new Error(), 'message', {
      get() {
        throw new Error(SECRET)
      },
    }),
  'an error with a stack that throws': () =>
    Object.defineProperty(new Error(SECRET), 'stack', {
      get() {
        throw new Error(SECRET)
      },
    }),
  'an error with a path that throws': () =>
    Object.defineProperty(new Error(SECRET), 'path', {
      get() {
        throw new Error(SECRET)
      },
    }),
  'a proxy that refuses all': () =>
    new Proxy(new Error(SECRET), {
      get() {
        throw new Error(SECRET)
      },
      getPrototypeOf() {
        throw new Error(SECRET)
      },
    }),
}

describe.each(Object.entries(hostile))('%s', (_name, thrown) => {
  test("is its plugin's failure, masked and logged, and the fields beside it are answered", async () => {
    const broken = named('broken', {
      typeDefs: 'type RootQuery { broken: Int later: Int }',
      resolvers: {
        RootQuery: {
          broken: () => {
            throw thrown()
          },
          later: async () => {
            throw thrown()
          },
        },
      },
      router: (router: any) => {
        router.get('/api/v1/broken', () => {
          throw thrown()
        })
        router.koa.get('/api/v1/broken-koa', () => {
          throw thrown()
        })
      },
    })
    await using platform = await createTestPlatform({ plugins: [broken, other], env: PRODUCTION })
    const { data, errors = [] } = await platform.graphql('{ broken later other }')
    expect(data).toEqual({ broken: null, later: null, other: 1 })
    expect(errors.map(({ message, code }) => [message, code])).toEqual(
      Array(2).fill(['Something went wrong here', 'PLUGIN_FAILED']),
    )
    for (const path of ['/api/v1/broken', '/api/v1/broken-koa']) {
      const answer = await platform.http(path)
      expect([answer.status, await answer.text()]).toEqual([500, expect.not.stringContaining(SECRET)])
    }
    const places = platform.logs
      .filter(({ level }) => level === 'error')
      .map(({ plugin, hook, at }) => `${plugin} ${hook} ${at}`)
    expect(places.toSorted()).toEqual([
      'broken resolvers RootQuery.broken',
      'broken resolvers RootQuery.later',
      'broken router GET /api/v1/broken',
      'broken router GET /api/v1/broken-koa',
    ])
  })
})

test('a failing filter drops the event for its own subscribers only', async () => {
  const events = {
    typeDefs: 'type Subscription { tick: Int tock: Int }',
    resolvers: { Subscription: { tick: (n: number) => n, tock: (n: number) => n } },
  }
  await using platform = await createTestPlatform({
    plugins: [named('broken', { ...events, setupFunctions: { tick: () => ({ tick: { filter: fail } }) } })],
  })
  const tick = await platform.subscribe('subscription { tick }')
  const tock = await platform.subscribe('subscription { tock }')
  const first = tick.next()
  await platform.services.events.publish('tick', 1)
  await platform.services.events.publish('tock', 2)
  expect((await tock.next()).value).toEqual({ data: { tock: 2 } })
  expect(await Promise.race([first, Promise.resolve('nothing')])).toBe('nothing')
  expect(platform.logs.some(line => JSON.stringify(line).includes('broken'))).toBe(true)
})

test('a failing Sort is an error of the list it sorts', async () => {
  const method = { startCursor: () => null, endCursor: () => null, sort: fail }
  await using platform = await createTestPlatform({
    plugins: [
      named('broken', { typeDefs: 'enum SORT_COMMENTS_BY { BROKEN }', Sort: () => ({ Comments: { broken: method } }) }),
    ],
    env: PRODUCTION,
  })
  const { data, errors } = await platform.graphql('{ comments(query: { sortBy: BROKEN }) { nodes { id } } }')
  expect(data?.['comments'] ?? null).toBeNull()
  expect(JSON.stringify(errors)).not.toContain(SECRET)
})

test.each(['init', 'ready'] as const)(
  'a failing %s keeps the platform from starting, and the deferred functions of the plugin run',
  async phase => {
    const undone: string[] = []
    const plugin = named('broken', {
      [phase]: (api: { defer(undo: () => void): void }) => {
        api.defer(() => {
          undone.push(phase)
        })
        fail()
      },
    })
    await expect(createTestPlatform({ plugins: [plugin] })).rejects.toThrow(SECRET)
    expect(undone).toEqual([phase])
  },
)

test('a failing shutdown is logged, and the others shut down', async () => {
  const down: string[] = []
  const platform = await createTestPlatform({
    plugins: [
      named('other', {
        shutdown: () => {
          down.push('other')
        },
      }),
      named('broken', { shutdown: fail }),
    ],
  })
  await platform[Symbol.asyncDispose]()
  expect(down).toEqual(['other'])
  expect(platform.logs.some(line => line['level'] === 'error')).toBe(true)
})
