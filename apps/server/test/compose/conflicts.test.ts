import { CompositionError } from '@platform/plugin-host'
import type { HookObject, PluginRouter, SortMethod, Tag } from '@platform/plugin-sdk'
import { createTestPlatform } from '@platform/plugin-testing'
import { describe, expect, test } from 'vitest'
import { type ReportedProblem, reported } from '../problems.ts'
import { named } from './named.ts'

const tag: Tag = { name: 'OFF_TOPIC', permissions: { public: true }, models: ['COMMENTS'], created_at: new Date(0) }
const sort: SortMethod = { startCursor: () => 0, endCursor: () => 0, sort: (_context, query) => query }
const route = ({ get }: PluginRouter) => {
  get('/api/v1/polls', (_req, res) => {
    res.json({})
  })
}

async function problemsOf(...plugins: readonly HookObject[]): Promise<readonly ReportedProblem[]> {
  const failure: unknown = await createTestPlatform({
    plugins: plugins.map((hooks, i) => named(`plugin-${'abc'[i]}`, hooks)),
  }).then(
    platform => platform[Symbol.asyncDispose](),
    (error: unknown) => error,
  )
  if (!(failure instanceof CompositionError))
    throw new Error(`it was composed, or failed otherwise: ${String(failure)}`)
  expect(failure.exitCode).toBe(78)
  return reported(failure.problems)
}

/** What can be had once only: two plugins that both want it, by kind. */
const CONTESTED: Record<string, { hooks: HookObject; other?: HookObject; coordinate: string }> = {
  'a field of another type': {
    hooks: { typeDefs: 'type Comment { mood: String }' },
    other: { typeDefs: 'type Comment { mood: Int }' },
    coordinate: 'Comment.mood',
  },
  'a type of another kind': {
    hooks: { typeDefs: 'type Poll { id: ID }' },
    other: { typeDefs: 'enum Poll { YES }' },
    coordinate: 'Poll',
  },
  'a resolver': {
    hooks: { typeDefs: 'type Comment { mood: String }', resolvers: { Comment: { mood: () => 'good' } } },
    coordinate: 'Comment.mood',
  },
  'a name of the context': { hooks: { context: { Polls: () => ({}) } }, coordinate: 'Polls' },
  'a loader': { hooks: { loaders: () => ({ Polls: { load: () => null } }) }, coordinate: 'Polls.load' },
  'a mutator': { hooks: { mutators: () => ({ Polls: { create: () => null } }) }, coordinate: 'Polls.create' },
  'a sort': { hooks: { Sort: () => ({ Comments: { mood: sort } }) }, coordinate: 'Comments.mood' },
  'a subscription filter': {
    hooks: {
      typeDefs: 'type Subscription { pollClosed: String }',
      setupFunctions: { pollClosed: () => ({ pollClosed: {} }) },
    },
    coordinate: 'pollClosed',
  },
  'a tag': { hooks: { tags: [tag] }, coordinate: 'OFF_TOPIC' },
  'a route': { hooks: { router: route }, coordinate: '/api/v1/polls' },
  'a route with a parameter of another name': {
    hooks: {
      router: ({ get }) => {
        get('/api/v1/polls/:id', (_req, res) => {
          res.json({})
        })
      },
    },
    other: {
      router: ({ get }) => {
        get('/api/v1/polls/:poll', (_req, res) => {
          res.json({})
        })
      },
    },
    coordinate: '/api/v1/polls/:poll',
  },
  'a text': { hooks: { translations: { en: { greeting: 'Hello' } } }, coordinate: 'en.greeting' },
}

describe.each(Object.keys(CONTESTED))('two plugins want %s', kind => {
  const { hooks, other = hooks, coordinate } = CONTESTED[kind]!

  test('it names both, where they are from, and what to do [P07]', async () => {
    const [problem, ...others] = await problemsOf(hooks, other)
    expect(others).toEqual([])
    expect(problem!.owners.toSorted()).toEqual(['plugin-a', 'plugin-b'])
    expect(problem!.message).toContain(coordinate)
    for (const part of [
      'plugin-a',
      'plugin-b',
      'given to createTestPlatform as number 1',
      'given to createTestPlatform as number 2',
    ])
      expect(problem!.message).toContain(part)
    expect(problem!.fix).toBeTruthy()
  })
})

describe('a plugin wants what the core has', () => {
  test.each<[name: string, hooks: HookObject, coordinate: string]>([
    ['a field', { typeDefs: 'type Comment { body: Int }' }, 'Comment.body'],
    ['a nullability', { typeDefs: 'type Comment { id: ID }' }, 'Comment.id'],
    ['a resolver', { resolvers: { Comment: { user: () => null } } }, 'Comment.user'],
    ['a resolver of a plain field', { resolvers: { Comment: { body: () => 'replaced' } } }, 'Comment.body'],
    ['a loader', { loaders: () => ({ Comments: { get: () => null } }) }, 'Comments.get'],
    ['a mutator', { mutators: () => ({ Comment: { create: () => null } }) }, 'Comment.create'],
    ['a subscription filter', { setupFunctions: { commentAdded: () => ({ commentAdded: {} }) } }, 'commentAdded'],
    [
      'a route',
      {
        router: ({ koa }) => {
          koa.post('/api/v1/users', () => {})
        },
      },
      '/api/v1/users',
    ],
  ])('%s', async (_name, hooks, coordinate) => {
    const [problem] = await problemsOf(hooks)
    expect([problem!.owners, problem!.message.includes(coordinate), problem!.message.includes('plugin-a')]).toEqual([
      expect.arrayContaining(['plugin-a']),
      true,
      true,
    ])
    expect(problem!.fix).toBeTruthy()
  })

  test('an operator may let it win, for exactly that [P09]', async () => {
    const shout = named('shout', {
      resolvers: { Comment: { body: ({ body }: { body: string | null }) => body?.toUpperCase() } },
    })
    await using platform = await createTestPlatform({
      plugins: [shout],
      settings: { shout: { allow: ['schema.override:Comment.body'] } },
    })
    const { id } = await platform.createComment({ asset: await platform.createAsset(), body: 'quiet words' })
    expect((await platform.graphql('query ($id: ID!) { comment(id: $id) { body } }', { id })).data).toEqual({
      comment: { body: 'QUIET WORDS' },
    })
    await expect(
      createTestPlatform({ plugins: [shout], settings: { shout: { allow: ['schema.override:Comment.user'] } } }),
    ).rejects.toThrow(CompositionError)
  })
})

test('all problems of all plugins are reported together', async () => {
  const problems = await problemsOf(
    {
      context: { Polls: () => ({}) },
      tags: [tag],
      loaders: () => {
        throw new Error('no database')
      },
    },
    {
      context: { Polls: () => ({}) },
      tags: [tag],
      resolvers: { Comment: { nothing: () => null }, Nothing: { at: () => null } },
    },
    {
      setupFunctions: { nothingHappened: () => ({}) },
      hooks: { Comment: { nothing: { pre: () => null } } },
      mutators: () => Promise.resolve({}) as never,
    },
  )
  expect(problems.map(({ code, owners }) => `${code} ${owners.toSorted().join(' ')}`).toSorted()).toEqual([
    'PLUGIN_CONFLICT plugin-a plugin-b',
    'PLUGIN_CONFLICT plugin-a plugin-b',
    'PLUGIN_HOOK_FAILED plugin-a',
    'PLUGIN_HOOK_FAILED plugin-c',
    'PLUGIN_UNKNOWN_FIELD plugin-b',
    'PLUGIN_UNKNOWN_FIELD plugin-c',
    'PLUGIN_UNKNOWN_FIELD plugin-c',
    'PLUGIN_UNKNOWN_TYPE plugin-b',
  ])
})

test.each<[says: string, hooks: object]>([
  ['mutators: gave null, expected a map of groups', { mutators: () => null }],
  ['loaders: gave a list, expected a map of groups', { loaders: () => [] }],
  ['loaders: gave a promise, expected a map of groups', { loaders: async () => ({}) }],
  ['loaders: gave undefined, expected a map of groups', { loaders: () => {} }],
  ['mutators: Polls is null, expected a map of functions', { mutators: () => ({ Polls: null }) }],
  ['loaders: nothing can be called "constructor"', { loaders: () => ({ constructor: { load: () => null } }) }],
  ['Sort: gave null, expected a map', { Sort: () => null }],
  ['Sort: Comments is null, expected a map of sorts', { Sort: () => ({ Comments: null }) }],
  ['Sort: Comments.likes lacks startCursor, endCursor, sort', { Sort: () => ({ Comments: { likes: null } }) }],
])('%s [P19]', async (says, hooks) => {
  const problems = await problemsOf(hooks as HookObject)
  expect(problems.map(({ message }) => message)).toEqual([expect.stringContaining(says)])
})

const said = (problems: readonly ReportedProblem[]) =>
  problems.map(({ code, owners }) => `${code} ${owners.toSorted().join(' ')}`).toSorted()

test('a clash of definitions hides no other clash of the schema', async () => {
  const resolvers = { Comment: { score: () => 1, nothing: () => 1 } }
  const problems = await problemsOf(
    {
      typeDefs: 'type Comment { mood: String score: Int }',
      resolvers,
      hooks: { Comment: { absent: { pre: () => null } } },
    },
    { typeDefs: 'type Comment { mood: Int score: Int }', resolvers: { Comment: { score: () => 2 } }, tags: [tag] },
    { tags: [tag] },
  )
  expect(said(problems)).toEqual([
    'PLUGIN_CONFLICT plugin-a plugin-b',
    'PLUGIN_CONFLICT plugin-b plugin-c',
    'PLUGIN_UNKNOWN_FIELD plugin-a',
    'PLUGIN_UNKNOWN_FIELD plugin-a',
    'SCHEMA_CONFLICT plugin-a plugin-b',
  ])
})

test('a hook of the wrong shape hides no conflict of others, and its consequences are not reported', async () => {
  const problems = await problemsOf(
    {
      typeDefs: 7 as never,
      resolvers: { Poll: { id: () => 1 } },
      tags: [tag],
      context: { Polls: () => ({}) },
      router: route,
    },
    { context: { Polls: () => ({}) }, tags: [tag], router: route, loaders: (() => null) as never },
  )
  expect(said(problems)).toEqual([
    'PLUGIN_CONFLICT plugin-a plugin-b',
    'PLUGIN_CONFLICT plugin-a plugin-b',
    'PLUGIN_CONFLICT plugin-a plugin-b',
    'PLUGIN_HOOK_FAILED plugin-b',
    'PLUGIN_HOOK_INVALID plugin-a',
  ])
})

test('a hook of the wrong shape hides nothing that is wrong with those beside it', async () => {
  const fn = () => null
  const problems = await problemsOf({
    hooks: { Comment: { body: fn, absent: { pre: fn } }, Absent: { body: { post: fn } }, Asset: 7 },
    resolvers: { Comment: { nothing: fn }, Asset: 7 },
    setupFunctions: { absent: fn, wrong: 7 },
  } as never)
  expect(problems.map(({ code, message }) => `${code} ${message.split('\n')[0]}`)).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^PLUGIN_HOOK_INVALID .*hooks: Comment\.body: is a function, expected/),
      expect.stringMatching(/^PLUGIN_HOOK_INVALID .*hooks: Asset: /),
      expect.stringMatching(/^PLUGIN_UNKNOWN_FIELD .*hooks: Comment\.absent/),
      expect.stringMatching(/^PLUGIN_UNKNOWN_FIELD .*hooks: Absent\.body/),
      expect.stringMatching(/^PLUGIN_UNKNOWN_FIELD .*Comment\.nothing/),
      expect.stringMatching(/^PLUGIN_UNKNOWN_FIELD .*setupFunctions: absent: the schema has no such subscription/),
    ]),
  )
})

test('a hook on a name that the schema does not have gets a suggestion', async () => {
  const problems = await problemsOf({
    hooks: {
      RootMutation: { createComent: { pre: () => null } },
      Coment: { body: { pre: () => null } },
      Comment: { somethingElseEntirely: { pre: () => null } },
    },
  } as never)
  expect(problems.map(({ fix }) => fix).toSorted()).toEqual([
    'correct the name; hooks of interface fields go on the object types that implement it',
    'did you mean Comment.body?',
    'did you mean RootMutation.createComment?',
  ])
})

test('a problem that another plugin may solve, once it is mended, says so', async () => {
  const problems = await problemsOf({ typeDefs: 'type Poll {' }, { resolvers: { Poll: { id: () => 1 } } })
  expect(said(problems)).toEqual(['PLUGIN_UNKNOWN_TYPE plugin-b', 'SCHEMA_SYNTAX plugin-a'])
  expect(problems.find(({ code }) => code === 'PLUGIN_UNKNOWN_TYPE')!.message).toContain(
    "unless plugin-a provides it, which can't be read before it is corrected",
  )
})

test('two identical definitions are no conflict', async () => {
  const shared = 'enum ACTION_TYPE { APPLAUD } type Poll { id: ID }'
  await using platform = await createTestPlatform({ plugins: [{ typeDefs: shared }, { typeDefs: shared }] })
  expect((await platform.graphql('{ __type(name: "Poll") { fields { name } } }')).data).toEqual({
    __type: { fields: [{ name: 'id' }] },
  })
})

describe('a plugin that may be left out', () => {
  test("is disabled when it can't be composed, and the others work", async () => {
    const bad = named('bad', { resolvers: { Comment: { nothing: () => null } } })
    const good = named('good', {
      typeDefs: 'type RootQuery { good: Boolean }',
      resolvers: { RootQuery: { good: () => true } },
    })
    await using platform = await createTestPlatform({
      plugins: [bad, good],
      settings: { bad: { onFailure: 'disable' } },
    })
    expect((await platform.graphql('{ good }')).data).toEqual({ good: true })
    expect(platform.disabled).toEqual([{ name: 'bad', reason: expect.stringContaining('Comment.nothing') }])
    expect(await (await platform.http('/readyz')).text()).toBe('ok\ndisabled: bad\n')
  })
})

describe('a sort lacks', () => {
  test.each(['startCursor', 'endCursor', 'sort'] as const)('%s', async part => {
    const { [part]: _missing, ...incomplete } = sort
    const [problem] = await problemsOf({ Sort: () => ({ Comments: { mood: incomplete as SortMethod } }) })
    expect(problem).toMatchObject({
      code: 'PLUGIN_HOOK_INVALID',
      owners: ['plugin-a'],
      message: expect.stringContaining(`Comments.mood lacks ${part}`),
    })
  })
})
