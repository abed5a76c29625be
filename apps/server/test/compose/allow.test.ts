import type { CompositionError } from '@platform/plugin-host'
import type { HookObject, PluginRouter, SortMethod, Tag } from '@platform/plugin-sdk'
import { createTestPlatform, type TestPlatform } from '@platform/plugin-testing'
import { describe, expect, test } from 'vitest'
import { reported } from '../problems.ts'
import { named } from './named.ts'

type Settings = Record<string, { allow: string[] }>
type Pair = readonly [a: HookObject, b: HookObject]

const compose = ([a, b]: Pair, settings: Settings = {}) =>
  createTestPlatform({ plugins: [named('a', a), named('b', b)], settings })
const refusal = (pair: Pair, settings: Settings = {}) =>
  compose(pair, settings).then(
    async platform => {
      await platform[Symbol.asyncDispose]()
      throw new Error('it was composed')
    },
    (error: unknown) => error as CompositionError,
  )

/** What a fix says to write into plugins.json. */
const printed = (fix: string): Settings =>
  (JSON.parse(`{${/"settings": \{.*\}\}/.exec(fix)![0]}}`) as { settings: Settings }).settings

const ask = (query: string) => async (platform: TestPlatform) => Object.values((await platform.graphql(query)).data!)[0]
const get = (path: string) => async (platform: TestPlatform) =>
  ((await (await platform.http(path)).json()) as { by: string }).by
const tag = (color: 'a' | 'b'): Tag => ({
  name: 'OFF_TOPIC',
  permissions: { public: color === 'b' },
  models: ['COMMENTS'],
  created_at: new Date(0),
})
const sort = (by: string): SortMethod =>
  ({ startCursor: () => 0, endCursor: () => 0, sort: (_context, query) => query, by }) as SortMethod
const field = { typeDefs: 'type RootQuery { won: String }' }

/** Contested by a and b; `winner` finds out from outside whose is used. */
const CONTESTED: Record<
  string,
  { hooks: (by: 'a' | 'b') => HookObject; winner: (platform: TestPlatform) => Promise<unknown> }
> = {
  'a field of another type, with its resolver': {
    hooks: by => ({
      typeDefs: `type RootQuery { won: ${by === 'a' ? 'String' : 'String!'} }`,
      resolvers: { RootQuery: { won: () => by } },
    }),
    winner: ask('{ won }'),
  },
  'a resolver': { hooks: by => ({ ...field, resolvers: { RootQuery: { won: () => by } } }), winner: ask('{ won }') },
  'a name of the context': {
    hooks: by => ({
      ...field,
      context: { Polls: () => by },
      ...(by === 'a'
        ? { resolvers: { RootQuery: { won: (_root, _args, context: any) => context.plugins.Polls } } }
        : {}),
    }),
    winner: ask('{ won }'),
  },
  'a loader': {
    hooks: by => ({
      ...field,
      loaders: () => ({ Polls: { load: () => by } }),
      ...(by === 'a'
        ? { resolvers: { RootQuery: { won: (_root, _args, context: any) => context.loaders.Polls.load() } } }
        : {}),
    }),
    winner: ask('{ won }'),
  },
  'a sort': {
    hooks: by => ({
      ...field,
      Sort: () => ({ Comments: { mood: sort(by) } }),
      ...(by === 'a'
        ? { resolvers: { RootQuery: { won: (_root, _args, context: any) => context.plugins.Sort.Comments.mood.by } } }
        : {}),
    }),
    winner: ask('{ won }'),
  },
  'a connector': {
    hooks: by => ({
      ...field,
      connectors: { services: { Polls: { by } } },
      ...(by === 'a'
        ? { resolvers: { RootQuery: { won: (_root, _args, context: any) => context.connectors.services.Polls.by } } }
        : {}),
    }),
    winner: ask('{ won }'),
  },
  'a tag': {
    hooks: by => ({ tags: [tag(by)] }),
    winner: async ({ services }) => {
      const found = services.composition.tags.filter(({ name }) => name === 'OFF_TOPIC')
      return found.length === 1 && (found[0]!.permissions.public ? 'b' : 'a')
    },
  },
  'a route': {
    hooks: by => ({
      router: ({ get }: PluginRouter) => {
        get(`/api/v1/polls/:${by}`, (_req, res) => {
          res.json({ by })
        })
      },
    }),
    winner: get('/api/v1/polls/1'),
  },
  'a route of koa': {
    hooks: by => ({
      router: ({ koa }: PluginRouter) => {
        koa.get('/api/v1/polls', ctx => {
          ctx.body = { by }
        })
      },
    }),
    winner: get('/api/v1/polls'),
  },
  'a text': {
    hooks: by => ({
      translations: { en: { who: by } },
      ...(by === 'a'
        ? {
            router: ({ get }: PluginRouter) => {
              get('/api/v1/who', (_req, res) => {
                res.json({ by: res.locals['t']('who') })
              })
            },
          }
        : {}),
    }),
    winner: get('/api/v1/who'),
  },
}

describe.each(Object.keys(CONTESTED))('%s', kind => {
  const { hooks, winner } = CONTESTED[kind]!
  const pair: Pair = [hooks('a'), hooks('b')]

  test('what the report prints lets the second win', async () => {
    const { problems } = await refusal(pair)
    await using platform = await compose(pair, printed(problems[0]!.fix!))
    expect(await winner(platform)).toBe('b')
  })

  test('the same rule for the first plugin lets it win, and a rule for both lets neither win', async () => {
    const [rule] = Object.values(printed((await refusal(pair)).problems[0]!.fix!))[0]!.allow
    const first = kind === 'a route' ? rule!.replace(':b', ':a') : rule!
    await using platform = await compose(pair, { a: { allow: [first] } })
    expect(await winner(platform)).toBe('a')
    const { problems } = await refusal(pair, { a: { allow: [first] }, b: { allow: [rule!] } })
    expect(problems[0]!.fix).toContain('only one of them can win')
  })
})

test.each<[string, (by: string) => HookObject, string]>([
  ['a loader', by => ({ loaders: () => ({ Comments: { get: () => by } }) }), 'loader.override:Comments.get'],
  [
    'a filter',
    () => ({ setupFunctions: { commentAdded: () => ({ commentAdded: { filter: () => true } }) } }),
    'subscription filter.override:commentAdded',
  ],
  ['a connector', by => ({ connectors: { services: { Limit: { by } } } }), 'connector.override:services.Limit'],
])(
  '%s of the core that two plugins may replace is a clash of these two, and one of them can win',
  async (_kind, hooks, rule) => {
    const pair: Pair = [hooks('a'), hooks('b')]
    const { problems } = await refusal(pair, { a: { allow: [rule] }, b: { allow: [rule] } })
    expect(reported(problems)).toMatchObject([
      {
        owners: ['a', 'b'],
        message: expect.stringMatching(/^a@1\.2\.3 and b@1\.2\.3 both define the /),
        fix: expect.stringContaining('out of the allow of a or b'),
      },
    ])
    await using platform = await compose(pair, { b: { allow: [rule] } })
    expect(platform.services.composition.plugins.map(({ name }) => name)).toEqual(expect.arrayContaining(['a', 'b']))
  },
)

test('a rule for an unknown name is a warning with the nearest name, and one for a known name is none', async () => {
  const hooks = {
    loaders: () => ({ Comments: { get: () => 1 } }),
    typeDefs: 'type Comment { mood: Int }',
    router: ({ get: mount }: PluginRouter) => {
      mount('/{*any}', (_req, _res, next) => {
        next()
      })
    },
  }
  await using platform = await compose([hooks as never, {}], {
    a: {
      allow: [
        'loader.override:Comments.get',
        'schema.override:Comment.mood',
        'route.cover:GET /{*any}',
        'loader.override:Comments.gett',
        'everything',
      ],
    },
  })
  expect(reported(platform.warnings)).toMatchObject([
    {
      code: 'PLUGIN_ALLOW_UNUSED',
      owners: ['a'],
      message: expect.stringContaining(
        'a@1.2.3 is allowed loader.override:Comments.gett, and has nothing of that name',
      ),
      fix: 'did you mean loader.override:Comments.get?',
    },
    { code: 'PLUGIN_ALLOW_UNUSED', owners: ['a'], fix: 'take it out of settings.a.allow' },
  ])
})

test('a field can be called like what every object has', async () => {
  const shared = {
    typeDefs: 'type Odd { constructor: String toString: String } type RootQuery { odd: Odd constructor: Int }',
    resolvers: {
      RootQuery: { odd: () => ({}), constructor: () => 3 },
      Odd: { constructor: () => 'built', toString: () => 'said' },
    },
    hooks: { RootQuery: { constructor: { post: () => {} } } },
  }
  await using platform = await compose([shared as never, {}])
  expect((await platform.graphql('{ constructor odd { constructor toString } }')).data).toEqual({
    constructor: 3,
    odd: { constructor: 'built', toString: 'said' },
  })
})

test('the rule that the report prints accepts a required input', async () => {
  const pair: Pair = [{}, { typeDefs: 'input CreateCommentInput { mood: Int! }' }]
  const { problems } = await refusal(pair)
  expect(problems.map(({ code }) => code)).toEqual(['SCHEMA_REQUIRED_INPUT'])
  await using platform = await compose(pair, printed(problems[0]!.fix!))
  expect(
    (await platform.graphql('{ __type(name: "CreateCommentInput") { inputFields { name } } }')).data!['__type']
      .inputFields,
  ).toContainEqual({ name: 'mood' })
})

test("a route of the core is the core's, whatever is allowed", async () => {
  const pair: Pair = [
    {},
    {
      router: ({ get }: PluginRouter) => {
        get('/api/v1/auth', (_req, res) => {
          res.json({})
        })
      },
    },
  ]
  expect((await refusal(pair, { b: { allow: ['route.override:GET /api/v1/auth'] } })).problems).toMatchObject([
    { code: 'PLUGIN_CONFLICT', fix: expect.stringContaining('always asked first') },
  ])
})

test('a route that lost leaves the others of its plugin in place', async () => {
  const routes = (by: string) => ({
    router: (router: PluginRouter) => {
      ;(router as any)
        .route('/api/v1/polls')
        .get((_req: unknown, res: any) => {
          res.json({ by })
        })
        .put((_req: unknown, res: any) => {
          res.json({ by })
        })
    },
  })
  const first = {
    router: ({ get }: PluginRouter) => {
      get('/api/v1/polls', (_req, res) => {
        res.json({ by: 'b' })
      })
    },
  }
  await using platform = await compose([routes('a'), first], { b: { allow: ['route.override:GET /api/v1/polls'] } })
  expect(await get('/api/v1/polls')(platform)).toBe('b')
  expect(await (await platform.http('/api/v1/polls', { method: 'PUT' })).json()).toEqual({ by: 'a' })
})

test('loaders may be an instance of a class', async () => {
  class Base {
    readonly #word = 'kept'
    word() {
      return this.#word
    }
  }
  class Polls extends Base {
    load() {
      return this.word()
    }
  }
  const hooks = {
    ...field,
    loaders: () => ({ Polls: new Polls() }),
    resolvers: { RootQuery: { won: (_root: unknown, _args: unknown, context: any) => context.loaders.Polls.load() } },
  }
  await using platform = await compose([hooks as never, {}])
  expect(await ask('{ won }')(platform)).toBe('kept')
  expect((await refusal([hooks as never, { loaders: () => ({ Polls: { word: () => '' } }) }])).problems).toMatchObject([
    { message: expect.stringContaining('Polls.word') },
  ])
})

test.each([
  ['de-CH, en;q=0.5', 'Hallo'],
  ['fr', 'Hello'],
  ['fr, de;q=0.5', 'Hallo'],
  [null, 'Hello'],
])('a route that is asked in %s says %s', async (language, text) => {
  await using platform = await compose([
    {
      translations: { en: { hi: 'Hello' }, de: { hi: 'Hallo' } },
      router: ({ get }: PluginRouter) => {
        get('/api/v1/hi', (_req, res) => {
          res.json({ by: res.locals['t']('hi') })
        })
      },
    },
    {},
  ])
  const response = await platform.http(
    '/api/v1/hi',
    language === null ? {} : { headers: { 'accept-language': language } },
  )
  expect([await response.json(), response.headers.get('vary')]).toEqual([
    { by: text },
    expect.stringMatching(/accept-language/i),
  ])
})
