import { CompositionError } from '@platform/plugin-host'
import type { HookObject } from '@platform/plugin-sdk'
import { createTestPlatform } from '@platform/plugin-testing'
import { GraphQLEnumType, GraphQLScalarType } from 'graphql'
import { describe, expect, test } from 'vitest'
import { reported } from '../problems.ts'
import { named } from './named.ts'

const plugin = (typeDefs: string, resolvers: object) => named('shapes', { typeDefs, resolvers } as HookObject)
const answer = async (query: string, typeDefs: string, resolvers: object) => {
  await using platform = await createTestPlatform({ plugins: [plugin(typeDefs, resolvers)] })
  return (await platform.graphql(query)).data
}
const problemsOf = async (...plugins: HookObject[]) => {
  const failure: unknown = await createTestPlatform({ plugins: plugins as never }).then(
    platform => platform[Symbol.asyncDispose](),
    (error: unknown) => error,
  )
  expect(failure).toBeInstanceOf(CompositionError)
  return reported((failure as CompositionError).problems)
}

const circles = 'type Circle { size: Int } type Square { side: Int }'
const byField = (value: { size?: number }) => (value.size === undefined ? 'Square' : 'Circle')
const round = new GraphQLScalarType({ name: 'Round', serialize: value => `round ${String(value)}` })

describe('a resolver map', () => {
  test('tells the types of its own union', async () => {
    expect(
      await answer(
        '{ all { __typename } }',
        `${circles} union Shape = Circle | Square type RootQuery { all: [Shape] }`,
        { Shape: { __resolveType: byField }, RootQuery: { all: () => [{ size: 1 }, { side: 1 }] } },
      ),
    ).toEqual({ all: [{ __typename: 'Circle' }, { __typename: 'Square' }] })
  })

  test('tells the types of its own interface', async () => {
    expect(
      await answer(
        '{ one { __typename } }',
        `interface Shape { id: ID }
      type Circle implements Shape { id: ID }
      type Square implements Shape { id: ID }
      type RootQuery { one: Shape }`,
        { Shape: { __resolveType: () => 'Square' }, RootQuery: { one: () => ({}) } },
      ),
    ).toEqual({ one: { __typename: 'Square' } })
  })

  test('tells a type by asking each whether it is one', async () => {
    expect(
      await answer(
        '{ all { __typename } }',
        `${circles} union Shape = Circle | Square type RootQuery { all: [Shape] }`,
        {
          Circle: { __isTypeOf: (value: object) => 'size' in value },
          Square: { __isTypeOf: (value: object) => 'side' in value },
          RootQuery: { all: () => [{ side: 1 }, { size: 1 }] },
        },
      ),
    ).toEqual({ all: [{ __typename: 'Square' }, { __typename: 'Circle' }] })
  })

  test.each([
    ['a map', { LEFT: -1, RIGHT: 1 }],
    ['an enum type', new GraphQLEnumType({ name: 'Turn', values: { LEFT: { value: -1 }, RIGHT: { value: 1 } } })],
  ])('gives enum values something to stand for, both ways, by %s', async (_what, Turn) => {
    const typeDefs = 'enum Turn { LEFT RIGHT } type RootQuery { turn(by: Turn = LEFT): Turn }'
    const RootQuery = { turn: (_root: unknown, { by }: { by: number }) => -by }
    expect(await answer('{ turn(by: LEFT) other: turn }', typeDefs, { Turn, RootQuery })).toEqual({
      turn: 'RIGHT',
      other: 'RIGHT',
    })
  })

  test('resolves a field by { resolve }, and by a scalar of its own', async () => {
    expect(
      await answer('{ one }', 'scalar Round type RootQuery { one: Round }', {
        Round: round,
        RootQuery: { one: { resolve: () => 1 } },
      }),
    ).toEqual({ one: 'round 1' })
  })

  test('that fails is named, whatever entry of it failed', async () => {
    const fail = () => {
      throw new Error('boom')
    }
    await using platform = await createTestPlatform({
      plugins: [
        plugin(`${circles} union Shape = Circle | Square type RootQuery { a: Shape b: Int }`, {
          Shape: { __resolveType: fail },
          RootQuery: { a: () => ({}), b: { resolve: fail } },
        }),
      ],
    })
    await platform.graphql('{ a { __typename } b }')
    expect(platform.logs).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ plugin: 'shapes', at: 'Shape.__resolveType' }),
        expect.objectContaining({ plugin: 'shapes', at: 'RootQuery.b' }),
      ]),
    )
  })
})

describe('a resolver map that fits no convention is a problem of its plugin', () => {
  test.each<[says: string, code: string, resolvers: object]>([
    ['RootQuery.o: is a number, expected a function', 'PLUGIN_HOOK_INVALID', { RootQuery: { o: 5 } }],
    ['RootQuery.o: is null, expected a function', 'PLUGIN_HOOK_INVALID', { RootQuery: { o: null } }],
    ['RootQuery.o: is an object, expected a function, or { resolve }', 'PLUGIN_HOOK_INVALID', { RootQuery: { o: {} } }],
    [
      'RootQuery.o.subscribe: is never called',
      'PLUGIN_HOOK_INVALID',
      { RootQuery: { o: { subscribe() {}, resolve() {} } } },
    ],
    ['Circle: is a scalar, but', 'PLUGIN_HOOK_INVALID', { Circle: round }],
    ['Turn: is a scalar, but', 'PLUGIN_HOOK_INVALID', { Turn: round }],
    [
      'Circle: is an enum, but',
      'PLUGIN_HOOK_INVALID',
      { Circle: new GraphQLEnumType({ name: 'Circle', values: { LEFT: {} } }) },
    ],
    ['has no type Round', 'PLUGIN_UNKNOWN_TYPE', { Round: round }],
    ['has no value UP', 'PLUGIN_UNKNOWN_FIELD', { Turn: { UP: 1 } }],
    ['has no field __resolveType', 'PLUGIN_UNKNOWN_FIELD', { Circle: { __resolveType: () => 'Circle' } }],
    ['both define the resolver Date', 'PLUGIN_CONFLICT', { Date: new GraphQLScalarType({ name: 'Date' }) }],
    ['both define the resolver Action.__resolveType', 'PLUGIN_CONFLICT', { Action: { __resolveType: () => null } }],
  ])('%s', async (says, code, resolvers) => {
    const [problem, ...others] = await problemsOf(
      plugin(`${circles} enum Turn { LEFT } type RootQuery { o: Int }`, resolvers),
    )
    expect([problem, others]).toEqual([
      expect.objectContaining({
        code,
        owners: expect.arrayContaining(['shapes']),
        message: expect.stringContaining(says),
      }),
      [],
    ])
  })

  test('and hides nothing of the others', async () => {
    const codes = (
      await problemsOf(
        named('a', { resolvers: { Round: round, RootQuery: { me: 5 } } }),
        named('b', { resolvers: { Comment: { nothing: () => 1 } } }),
      )
    ).map(({ code, owners }) => `${code} ${owners.join()}`)
    expect(codes.toSorted()).toEqual(['PLUGIN_HOOK_INVALID a', 'PLUGIN_UNKNOWN_FIELD b', 'PLUGIN_UNKNOWN_TYPE a'])
  })
})

test('a scalar of the core is replaced where the operator allows it', async () => {
  const year = new GraphQLScalarType({ name: 'Date', serialize: value => String((value as Date).getFullYear()) })
  await using platform = await createTestPlatform({
    plugins: [
      plugin('type RootQuery { when: Date }', { Date: year, RootQuery: { when: () => new Date('2020-06-01') } }),
    ],
    settings: { shapes: { allow: ['schema.override:Date'] } },
  })
  expect((await platform.graphql('{ when }')).data).toEqual({ when: '2020' })
})
