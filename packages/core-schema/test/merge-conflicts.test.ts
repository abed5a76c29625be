import { describe, expect, test } from 'vitest'
import type { SchemaProblemCode } from '../src/index.ts'
import { mergeTypeDefs } from '../src/index.ts'
import { tinyCore } from './core-sources.ts'

const likes = (typeDefs: string) => ({ owner: 'likes', origin: 'plugins/likes/server/index.js', typeDefs })
const applause = (typeDefs: string) => ({ owner: 'applause', origin: 'plugins/applause/server/index.js', typeDefs })

interface Row {
  readonly what: string
  readonly first: string
  readonly second: string
  readonly coordinate: string
  readonly code?: SchemaProblemCode
}

const conflicts: readonly Row[] = [
  {
    what: 'a field of another type',
    first: 'type Comment { score: Int }',
    second: 'type Comment { score: String }',
    coordinate: 'Comment.score',
  },
  {
    what: 'a nullable field made non-null',
    first: 'type Comment { score: Int }',
    second: 'type Comment { score: Int! }',
    coordinate: 'Comment.score',
  },
  {
    what: 'a non-null field made nullable',
    first: 'type Comment { score: Int! }',
    second: 'type Comment { score: Int }',
    coordinate: 'Comment.score',
  },
  {
    what: 'a list in place of one',
    first: 'type Comment { score: Int }',
    second: 'type Comment { score: [Int] }',
    coordinate: 'Comment.score',
  },
  {
    what: 'other argument names',
    first: 'type Comment { score(a: Int): Int }',
    second: 'type Comment { score(b: Int): Int }',
    coordinate: 'Comment.score',
  },
  {
    what: 'one more argument',
    first: 'type Comment { score: Int }',
    second: 'type Comment { score(a: Int): Int }',
    coordinate: 'Comment.score',
  },
  {
    what: 'another argument type',
    first: 'type Comment { score(a: Int): Int }',
    second: 'type Comment { score(a: String): Int }',
    coordinate: 'Comment.score',
  },
  {
    what: 'an argument made non-null',
    first: 'type Comment { score(a: Int): Int }',
    second: 'type Comment { score(a: Int!): Int }',
    coordinate: 'Comment.score',
  },
  {
    what: 'another default value of an argument',
    first: 'type Comment { score(a: Int = 1): Int }',
    second: 'type Comment { score(a: Int = 2): Int }',
    coordinate: 'Comment.score',
  },
  {
    what: 'a field that one side deprecates',
    first: 'type Comment { score: Int }',
    second: 'type Comment { score: Int @deprecated }',
    coordinate: 'Comment.score',
  },
  { what: 'type and enum', first: 'type Badge { id: ID }', second: 'enum Badge { GOLD }', coordinate: 'Badge' },
  { what: 'enum and scalar', first: 'enum Badge { GOLD }', second: 'scalar Badge', coordinate: 'Badge' },
  {
    what: 'type and interface',
    first: 'type Badge { id: ID }',
    second: 'interface Badge { id: ID }',
    coordinate: 'Badge',
  },
  { what: 'type and input', first: 'type Badge { id: ID }', second: 'input Badge { id: ID }', coordinate: 'Badge' },
  { what: 'union and type', first: 'union Badge = Comment', second: 'type Badge { id: ID }', coordinate: 'Badge' },
  {
    what: 'an extension of another kind',
    first: 'type Badge { id: ID }',
    second: 'extend enum Badge { GOLD }',
    coordinate: 'Badge',
  },
  {
    what: 'an input field made non-null',
    first: 'input Extra { a: Int }',
    second: 'input Extra { a: Int! }',
    coordinate: 'Extra.a',
  },
  {
    what: 'an input field with another default',
    first: 'input Extra { a: Int = 1 }',
    second: 'input Extra { a: Int }',
    coordinate: 'Extra.a',
  },
  {
    what: 'a required field on the input of another plugin',
    first: 'input Extra { a: Int }',
    second: 'input Extra { b: Int! }',
    coordinate: 'Extra.b',
    code: 'SCHEMA_REQUIRED_INPUT',
  },
  {
    what: 'a directive with other arguments',
    first: 'directive @rate(max: Int) on FIELD_DEFINITION',
    second: 'directive @rate(min: Int) on FIELD_DEFINITION',
    coordinate: '@rate',
  },
  {
    what: 'a directive at other places',
    first: 'directive @rate on FIELD_DEFINITION',
    second: 'directive @rate on OBJECT',
    coordinate: '@rate',
  },
  {
    what: 'a directive made repeatable',
    first: 'directive @rate on FIELD_DEFINITION',
    second: 'directive @rate repeatable on FIELD_DEFINITION',
    coordinate: '@rate',
  },
  {
    what: 'an enum value that one side deprecates',
    first: 'enum Mood { CALM }',
    second: 'enum Mood { CALM @deprecated }',
    coordinate: 'Mood.CALM',
  },
]

describe('two plugins that disagree are both named', () => {
  test.each(conflicts)('$what [P07]', ({ first, second, coordinate, code = 'SCHEMA_CONFLICT' }) => {
    const { problems } = mergeTypeDefs([tinyCore, likes(first), applause(second)])
    expect(problems).toHaveLength(1)
    expect(problems[0]).toMatchObject({ code, coordinate, owners: ['likes', 'applause'] })
    expect(problems[0]?.origins).toEqual([
      expect.stringMatching(/^plugins\/likes\/server\/index\.js \(typeDefs line 1, column \d+\)$/),
      expect.stringMatching(/^plugins\/applause\/server\/index\.js \(typeDefs line 1, column \d+\)$/),
    ])
    for (const word of ['likes', 'applause', coordinate]) expect(problems[0]?.message).toContain(word)
    expect(problems[0]?.fix).toContain(`"settings": {"applause": {"allow": ["schema.override:${coordinate}"]}}`)
  })
})

describe('a plugin that disagrees with the core', () => {
  test.each<Omit<Row, 'first'>>([
    { what: 'redefines a field', second: 'type Comment { likes: String }', coordinate: 'Comment.likes' },
    { what: 'makes a nullable field non-null', second: 'type Comment { likes: Int! }', coordinate: 'Comment.likes' },
    { what: 'makes a non-null field nullable', second: 'extend type Comment { id: ID }', coordinate: 'Comment.id' },
    {
      what: 'adds an argument to a query',
      second: 'type RootQuery { hello(name: String = "you", loud: Boolean): String }',
      coordinate: 'RootQuery.hello',
    },
    {
      what: 'changes a default value',
      second: 'type RootQuery { hello(name: String = "me"): String }',
      coordinate: 'RootQuery.hello',
    },
    { what: 'turns a type into an enum', second: 'enum Comment { A }', coordinate: 'Comment' },
    { what: 'turns a scalar into a type', second: 'type Date { iso: String }', coordinate: 'Date' },
    { what: 'turns a union into an interface', second: 'interface Any { id: ID }', coordinate: 'Any' },
    { what: 'makes an input field required', second: 'input Find { id: ID! }', coordinate: 'Find.id' },
    {
      what: 'adds a required input field',
      second: 'input Find { words: String! }',
      coordinate: 'Find.words',
      code: 'SCHEMA_REQUIRED_INPUT',
    },
    { what: 'redefines a directive', second: 'directive @auth(role: Int) on FIELD_DEFINITION', coordinate: '@auth' },
    { what: 'moves a root', second: 'schema { query: Comment }', coordinate: 'schema.query' },
  ])('$what [P07]', ({ second, coordinate, code = 'SCHEMA_CONFLICT' }) => {
    const { problems, coordinates } = mergeTypeDefs([tinyCore, likes(second)])
    expect(problems).toMatchObject([{ code, coordinate, owners: ['core', 'likes'] }])
    expect(coordinates.get(coordinate)).toBe(code === 'SCHEMA_CONFLICT' ? 'core' : 'likes')
  })
})

test('both definitions are shown', () => {
  const { problems } = mergeTypeDefs([tinyCore, likes('type Comment { "Many." likes(since: Date): [Int!]! }')])
  expect(problems[0]?.message).toBe(
    'core and likes define Comment.likes differently: «likes: Int» and «likes(since: Date): [Int!]!»',
  )
})

test('a plugin that disagrees with itself is named twice', () => {
  const { problems } = mergeTypeDefs([tinyCore, likes('type A { x: Int }\ntype A { x: Float }')])
  expect(problems).toMatchObject([
    { code: 'SCHEMA_CONFLICT', coordinate: 'A.x', owners: ['likes', 'likes'], fix: 'keep one of the two' },
  ])
  expect(problems[0]?.origins[1]).toContain('line 2, column 10')
})

test('each of several rivals is reported once', () => {
  const third = { owner: 'third', typeDefs: 'type Comment { score: Float }' }
  const { problems } = mergeTypeDefs([
    tinyCore,
    likes('type Comment { score: Int }'),
    applause('type Comment { score: String } type Comment { score: String }'),
    third,
  ])
  expect(problems.map(({ owners }) => owners)).toEqual([
    ['likes', 'applause'],
    ['likes', 'third'],
  ])
})

describe('identical definitions are merged without a word', () => {
  test.each([
    [
      'a field',
      'type Comment { score(b: Int = 2, a: String = "x"): [Int!]! }',
      'type Comment { score( a: String = """x""" b: Int = 2 ) : [ Int! ]! }',
    ],
    ['a field of the core', 'type Comment { likes: Int }', 'extend type Comment { likes: Int }'],
    ['an enum value', 'enum Mood { CALM }', 'enum Mood { CALM HAPPY }'],
    ['an enum of two plugins', 'enum METRICS { LIKE }', 'enum METRICS { APPLAUSE LIKE }'],
    ['an input field', 'input Find { words: [String!] = [] }', 'input Find { words: [String!] = [] }'],
    [
      'a default object',
      'input Find { deep: Deep = { a: 1, b: 2 } } input Deep { a: Int b: Int }',
      'input Find { deep: Deep = { b: 2, a: 1 } }',
    ],
    ['a union member', 'union Any = Comment', 'extend union Any = | Comment'],
    ['a scalar', 'scalar Date', 'scalar Date'],
    [
      'a directive',
      'directive @auth(role: String) on FIELD_DEFINITION',
      'directive @rate on OBJECT | FIELD_DEFINITION directive @rate on FIELD_DEFINITION | OBJECT',
    ],
    ['the roots', 'schema { query: RootQuery }', 'extend schema { query: RootQuery }'],
    [
      'an application of a directive',
      'directive @on on OBJECT type Comment @on { a: Int }',
      'type Comment @on { b: Int }',
    ],
  ])('%s', (_what, first, second) => {
    const { problems, warnings } = mergeTypeDefs([tinyCore, likes(first), applause(second)])
    expect([problems, warnings]).toEqual([[], []])
  })
})
