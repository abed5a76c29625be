import type { HookObject } from '@platform/plugin-sdk'
import { createTestPlatform, type TestPlatform } from '@platform/plugin-testing'
import { GraphQLError, GraphQLScalarType, type ValueNode } from 'graphql'
import { describe, expect, test } from 'vitest'
import { attributionOf } from '../../src/composition/attribution.ts'
import { named } from '../compose/named.ts'

const SECRET = 'secret-detail-of-the-plugin'
/** Outside production an answer shows the cause of an error, so these tests are about production. */
const PRODUCTION = { NODE_ENV: 'production', PLATFORM_ROOT_URL: 'https://comments.example' }
const fail = (): never => {
  throw new TypeError(SECRET)
}

/** What a plugin gives that does not fit, and where the log says so. */
interface Case {
  readonly hooks: HookObject
  readonly at: string
  readonly status?: number
  poke(platform: TestPlatform): Promise<unknown>
}

const ask =
  (document: string, variables = {}) =>
  (platform: TestPlatform) =>
    platform.graphql(document, variables)
const scalar = (parts: object): HookObject => ({
  typeDefs: 'scalar Hue type RootQuery { hue(from: Hue): Hue }',
  resolvers: {
    Hue: new GraphQLScalarType({ name: 'Hue', parseValue: value => value, parseLiteral: () => 1, ...parts }),
    RootQuery: { hue: (_root: unknown, { from }: { from?: unknown }) => from ?? 1 },
  } as never,
})
const field = (type: string, value: unknown): HookObject => ({
  typeDefs: `type RootQuery { broken: ${type} }`,
  resolvers: { RootQuery: { broken: () => value } },
})

const CASES: Record<string, Case> = {
  "a scalar's serialize": { hooks: scalar({ serialize: fail }), at: 'resolvers Hue.', poke: ask('{ hue }') },
  "a scalar's parseValue": {
    hooks: scalar({ parseValue: fail }),
    at: 'resolvers Hue.',
    poke: ask('query ($from: Hue) { hue(from: $from) }', { from: 'red' }),
  },
  "a scalar's parseLiteral": {
    hooks: scalar({ parseLiteral: (_node: ValueNode) => fail() }),
    at: 'resolvers Hue.',
    poke: ask('{ hue(from: "red") }'),
  },
  'a __resolveType that names no type': {
    hooks: {
      typeDefs: 'type Round { a: Int } union Shape = Round type RootQuery { shape: Shape }',
      resolvers: { Shape: { __resolveType: () => SECRET }, RootQuery: { shape: () => ({}) } } as never,
    },
    at: 'resolvers Shape.__resolveType',
    poke: ask('{ shape { __typename } }'),
  },
  'a __resolveType that names another type': {
    hooks: {
      typeDefs: 'type Round { a: Int } union Shape = Round type RootQuery { shape: Shape }',
      hooks: { Action: { __resolveType: { post: () => 'Comment' } } },
      resolvers: { Shape: { __resolveType: async () => ({ [SECRET]: 1 }) }, RootQuery: { shape: () => ({}) } } as never,
    },
    at: 'resolvers Shape.__resolveType',
    poke: ask('{ shape { __typename } }'),
  },
  'a resolver of another type': {
    hooks: field('Int', SECRET),
    at: 'resolvers RootQuery.broken',
    poke: ask('{ broken }'),
  },
  'a resolver that gives null for what is never null': {
    hooks: field('Int!', null),
    at: 'resolvers RootQuery.broken',
    poke: ask('{ broken }'),
  },
  'a resolver that gives no list': {
    hooks: field('[Int]', 5),
    at: 'resolvers RootQuery.broken',
    poke: ask('query { ...on RootQuery { other: broken } }'),
  },
  'a post hook that gives something else': {
    hooks: { hooks: { Comment: { body: { post: { mode: 'transform', run: () => ({ [SECRET]: 1 }) } } } } },
    at: 'hooks.post Comment.body',
    async poke(platform) {
      return platform.graphql('query ($id: ID!) { comment(id: $id) { body } }', {
        id: (await platform.createComment({ asset: await platform.createAsset() })).id,
      })
    },
  },
  'a post hook that puts something else into an answer': {
    hooks: { hooks: { RootMutation: { createComment: { post: { mode: 'transform', run: () => ({ comment: 5 }) } } } } },
    at: 'hooks.post RootMutation.createComment',
    async poke(platform) {
      const input = { asset_id: (await platform.createAsset()).id, body: 'a text' }
      return platform.as(await platform.createUser()).graphql(
        `mutation ($input: CreateCommentInput!) { ...Posting }
         fragment Posting on RootMutation { posted: createComment(input: $input) { ... { comment { ...Shown } } } }
         fragment Shown on Comment { id }`,
        { input },
      )
    },
  },
  "a resolver that gives something else for a record of the core's": {
    hooks: field('[Comment]', [{ id: null }]),
    at: 'resolvers RootQuery.broken',
    poke: ask('{ broken { id } }'),
  },
  "a field of a plugin's type that nothing resolves": {
    hooks: {
      typeDefs: 'type Shape { size: Int! } type RootQuery { shape: Shape }',
      resolvers: { RootQuery: { shape: () => ({ size: SECRET }) } } as never,
    },
    at: 'typeDefs Shape.size',
    poke: ask('{ shape { size } }'),
  },
  'a resolver that gives an error instead of throwing it': {
    hooks: field('Int', new TypeError(SECRET)),
    at: 'resolvers RootQuery.broken',
    poke: ask('{ broken }'),
  },
  'an error in a list': {
    hooks: field('[Int]', [1, new TypeError(SECRET)]),
    at: 'resolvers RootQuery.broken',
    poke: ask('{ broken }'),
  },
  'a promise in a list that rejects': {
    hooks: {
      typeDefs: 'type RootQuery { broken: [Int] }',
      resolvers: { RootQuery: { broken: () => [1, Promise.reject(new TypeError(SECRET))] } } as never,
    },
    at: 'resolvers RootQuery.broken',
    poke: ask('{ broken }'),
  },
  'a list that ends by throwing': {
    hooks: {
      typeDefs: 'type RootQuery { broken: [Int] }',
      resolvers: {
        RootQuery: {
          *broken() {
            yield 1
            fail()
          },
        },
      } as never,
    },
    at: 'resolvers RootQuery.broken',
    poke: ask('{ broken }'),
  },
  'a method of an object': {
    hooks: {
      typeDefs: 'type Shape { size: Int } type RootQuery { shape: Shape }',
      resolvers: { RootQuery: { shape: () => ({ size: fail }) } } as never,
    },
    at: 'typeDefs Shape.size',
    poke: ask('{ shape { size } }'),
  },
  'a getter of an object': {
    hooks: {
      typeDefs: 'type Shape { size: Int } type RootQuery { shape: Shape }',
      resolvers: {
        RootQuery: {
          shape: () => ({
            get size() {
              return fail()
            },
          }),
        },
      } as never,
    },
    at: 'typeDefs Shape.size',
    poke: ask('{ shape { size } }'),
  },
  'a sort that gives nothing': {
    hooks: {
      typeDefs: 'enum SORT_COMMENTS_BY { LOUD }',
      Sort: () => ({
        Comments: { loud: { startCursor: () => null, endCursor: () => null, sort: () => undefined as never } },
      }),
    },
    at: 'Sort Comments.loud.sort',
    poke: ask('{ comments(query: { sortBy: LOUD }) { nodes { id } } }'),
  },
  'a tokenUserNotFound that gives no user': {
    hooks: { tokenUserNotFound: (() => ({ id: 'x', username: SECRET })) as never },
    at: 'tokenUserNotFound',
    async poke(platform) {
      const { token } = await platform.services.tokens.sign({ kind: 'session', userId: 'nobody-knows' })
      return (await platform.http('/api/v1/auth', { headers: { authorization: `Bearer ${token}` } })).text()
    },
  },
}

describe.each(Object.entries(CASES))('%s', (_name, { hooks, at, poke }) => {
  test("is logged as its plugin's, masked for the client, and nothing else fails", async () => {
    await using platform = await createTestPlatform({ plugins: [named('broken', hooks)], env: PRODUCTION })
    const told = JSON.stringify(await poke(platform))
    expect(told).toContain('PLUGIN_FAILED')
    expect(told).not.toContain(SECRET)
    expect(told).not.toMatch(/\bat .*:\d+:\d+/)
    const lines = platform.logs.filter(({ level }) => level === 'error')
    expect(lines).toMatchObject([
      { plugin: 'broken', msg: expect.stringContaining(`PLUGIN_HOOK_FAILED broken@1.2.3 ${at}`) },
    ])
    expect((await platform.graphql('{ __typename }')).data).toEqual({ __typename: 'RootQuery' })
  })
})

test('a scalar refuses a value by an error of GraphQL, and the client reads why', async () => {
  const refuse = () => {
    throw new GraphQLError('Hue is a number of degrees')
  }
  await using platform = await createTestPlatform({
    plugins: [named('hues', scalar({ parseValue: refuse, parseLiteral: refuse }))],
  })
  for (const { status, errors } of [
    await platform.graphql('query ($from: Hue) { hue(from: $from) }', { from: 'red' }),
    await platform.graphql('{ hue(from: "red") }'),
  ]) {
    expect([status, errors]).toEqual([
      400,
      [expect.objectContaining({ message: expect.stringContaining('Hue is a number of degrees') })],
    ])
  }
  expect(platform.logs.filter(({ level }) => level === 'error')).toEqual([])
})

test('a scalar that refuses a value says with which code', async () => {
  const refuse = () => {
    throw new GraphQLError('Hue is for members', { extensions: { code: 'MEMBERS_ONLY' } })
  }
  await using platform = await createTestPlatform({
    plugins: [
      named('hues', scalar({ parseValue: refuse, parseLiteral: refuse })),
      named('ticks', { typeDefs: 'type Subscription { tick(from: Hue): Int }' }),
    ],
  })
  for (const [query, variables] of [
    ['subscription ($from: Hue) { tick(from: $from) }', { from: 'red' }],
    ['subscription { tick(from: "red") }', {}],
  ] as const)
    await expect(platform.subscribe(query, variables)).rejects.toMatchObject({
      errors: [{ message: expect.stringContaining('Hue is for members'), extensions: { code: 'MEMBERS_ONLY' } }],
    })
  for (const { status, errors } of [
    await platform.graphql('query ($from: Hue) { hue(from: $from) }', { from: 'red' }),
    await platform.graphql('{ hue(from: "red") }'),
  ])
    expect([status, errors.map(({ code }) => code)]).toEqual([400, ['MEMBERS_ONLY']])
})

test('a wrong value in a field of an event is logged with the name of its plugin', async () => {
  const ticks = named('broken', {
    typeDefs: 'type Subscription { tick: Int }',
    resolvers: { Subscription: { tick: () => SECRET } },
  })
  await using platform = await createTestPlatform({ plugins: [ticks], env: PRODUCTION })
  const events = await platform.subscribe('subscription { tick }')
  const first = events.next()
  await platform.services.events.publish('tick', 1)
  expect(JSON.stringify(await first)).not.toContain(SECRET)
  expect(platform.logs.filter(({ level }) => level === 'error')).toMatchObject([
    { plugin: 'broken', at: 'Subscription.tick' },
  ])
})

test("an undo that fails is logged as its plugin's, and the others are undone", async () => {
  const undone: string[] = []
  const platform = await createTestPlatform({
    plugins: [
      named('first', {
        init: ({ defer }) => {
          defer(() => {
            undone.push('first')
          })
        },
      } satisfies HookObject),
      named('broken', {
        init: ({ defer }) => {
          defer(fail)
        },
      } satisfies HookObject),
    ],
  })
  await platform[Symbol.asyncDispose]()
  expect(undone).toEqual(['first'])
  expect(platform.logs.filter(({ level }) => level === 'error')).toMatchObject([
    { plugin: 'broken', hook: 'defer', msg: expect.stringContaining('PLUGIN_HOOK_FAILED broken@1.2.3 defer') },
  ])
})

test.each<[says: string, channels: unknown]>([
  ['gave a number, expected channel', 5],
  ['gave undefined, expected channel', undefined],
  ['gave a promise, expected channel', Promise.resolve({})],
  ['tick.filter is a number, expected a function', { tick: { filter: 5 } }],
  ['tick is a function, expected { filter }', { tick: () => true }],
])('a setup function: %s [P21]', async (says, channels) => {
  await using platform = await createTestPlatform({
    plugins: [
      named('broken', {
        typeDefs: 'type Subscription { tick: Int }',
        setupFunctions: { tick: (() => channels) as never },
      }),
    ],
  })
  const failure: unknown = await platform.subscribe('subscription { tick }').then(
    () => null,
    (error: unknown) => error,
  )
  expect(String(failure)).toContain(says)
  expect(attributionOf(failure)).toMatchObject({ plugin: 'broken', hook: 'setupFunctions', at: 'tick' })
})
