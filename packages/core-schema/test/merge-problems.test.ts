import { describe, expect, test } from 'vitest'
import type { TypeDefsSource } from '../src/index.ts'
import { MAX_TYPE_DEFS_BYTES, mergeTypeDefs } from '../src/index.ts'
import { tinyCore } from './core-sources.ts'

const broken = (typeDefs: unknown, owner = 'broken'): TypeDefsSource => ({
  owner,
  origin: `plugins/${owner}/server/index.js`,
  typeDefs: typeDefs as string,
})
const problemsOf = (typeDefs: unknown) => mergeTypeDefs([tinyCore, broken(typeDefs)]).problems

describe('text that cannot be used', () => {
  test('a syntax error has the plugin, the line and the column', () => {
    expect(problemsOf('type A {\n  x: [\n}')).toMatchObject([
      {
        code: 'SCHEMA_SYNTAX',
        coordinate: null,
        owners: ['broken'],
        origins: ['plugins/broken/server/index.js (typeDefs line 3, column 1)'],
        message: expect.stringContaining('of broken do not parse at line 3, column 1: Syntax Error'),
      },
    ])
  })

  test.each(['type', 'type A { }', 'enum E { true }', '"only a description"', 'type A { x: Int', '{'])(
    '%j does not parse [P06]',
    typeDefs => {
      expect(problemsOf(typeDefs)).toMatchObject([{ code: 'SCHEMA_SYNTAX', owners: ['broken'] }])
    },
  )

  test('a bottomless definition is refused, not fatal', () => {
    expect(problemsOf(`type A { x: ${'['.repeat(400_000)}`)).toMatchObject([
      { code: 'SCHEMA_SYNTAX', owners: ['broken'] },
    ])
  })

  test.each([[undefined], [null], [1], [{ kind: 'Document' }], [['type A { x: Int }']]])('%j is not text', typeDefs => {
    expect(problemsOf(typeDefs)).toMatchObject([{ code: 'SCHEMA_NOT_TEXT', owners: ['broken'], coordinate: null }])
  })

  test('more than 1 MB is too large, in bytes [P06]', () => {
    const filler = (bytes: number) => `#${'ü'.repeat((bytes - 1) / 2)}`
    expect(problemsOf(filler(MAX_TYPE_DEFS_BYTES + 1))).toMatchObject([
      { code: 'SCHEMA_TOO_LARGE', owners: ['broken'] },
    ])
    expect(problemsOf(filler(MAX_TYPE_DEFS_BYTES - 1))).toEqual([])
  })

  test.each(['query { hello }', '{ hello }', 'fragment F on Comment { id }', 'mutation { x }'])(
    '%s defines no type',
    typeDefs => {
      expect(problemsOf(`${typeDefs} type A { x: Int }`)).toMatchObject([
        { code: 'SCHEMA_NOT_A_DEFINITION', owners: ['broken'] },
      ])
    },
  )
})

describe('names that belong to GraphQL', () => {
  test.each([
    ['type __Secret { x: Int }', '__Secret'],
    ['type Comment { __secret: Int }', 'Comment.__secret'],
    ['type Comment { x(__secret: Int): Int }', 'Comment.x(__secret:)'],
    ['enum Mood { __SECRET }', 'Mood.__SECRET'],
    ['input Find { __secret: Int }', 'Find.__secret'],
    ['directive @__secret on OBJECT', '@__secret'],
    ['type __proto__ { x: Int }', '__proto__'],
    ['scalar String', 'String'],
    ['enum Int { ONE }', 'Int'],
    ['extend scalar ID @specifiedBy(url: "https://id.example")', 'ID'],
    ['directive @deprecated(why: String) on FIELD_DEFINITION', '@deprecated'],
    ['directive @skip on FIELD', '@skip'],
  ])('%s', (typeDefs, coordinate) => {
    const reserved = problemsOf(typeDefs).filter(({ code }) => code === 'SCHEMA_RESERVED_NAME')
    expect(reserved).toMatchObject([
      { coordinate, owners: ['broken'], origins: [expect.stringContaining('plugins/broken')] },
    ])
  })

  test('one underscore, or two inside a name, are fine', () => {
    expect(problemsOf('type _A { _x: Int, y__z(_a: Int): Int }')).toEqual([])
  })
})

describe('types that no part defines', () => {
  test.each([
    ['type Comment { x: Moood }', 'Comment.x'],
    ['type Comment { x: [Moood!]! }', 'Comment.x'],
    ['type Comment { x(a: Moood): Int }', 'Comment.x(a:)'],
    ['input Find { x: Moood }', 'Find.x'],
    ['type A implements Moood { x: Int }', 'A'],
    ['union Any = Moood', 'Any'],
    ['directive @x(a: Moood) on OBJECT', '@x(a:)'],
    ['extend schema { mutation: Moood }', 'schema.mutation'],
  ])('%s', (typeDefs, coordinate) => {
    expect(problemsOf(typeDefs)).toMatchObject([
      { code: 'SCHEMA_UNKNOWN_TYPE', coordinate, owners: ['broken'], message: expect.stringContaining('Moood') },
    ])
  })

  test('a near miss is suggested', () => {
    expect(problemsOf('type Comment { x: Moood }')[0]?.message).toContain('Did you mean "Mood"?')
  })

  test('an extension of nothing', () => {
    expect(problemsOf('extend type Badge { x: Int }')).toMatchObject([
      {
        code: 'SCHEMA_UNKNOWN_TYPE',
        coordinate: 'Badge',
        owners: ['broken'],
        fix: expect.stringContaining('«type Badge»'),
      },
    ])
  })
})

describe('what only shows in the whole', () => {
  test('an interface that gains a field the types of others lack', () => {
    expect(problemsOf('interface Node { likes: Int, rank: Int }')).toMatchObject([
      { code: 'SCHEMA_INVALID', coordinate: 'Node.rank', owners: ['broken', 'core'] },
    ])
  })

  test.each([
    ['an interface that is not implemented', 'type A implements Node { x: Int }', 'SCHEMA_INVALID'],
    ['a type without fields', 'type A', 'SCHEMA_INVALID'],
    ['an unknown directive', 'type A { x: Int @nope }', 'SCHEMA_INVALID'],
    ['a directive in the wrong place', 'type A @auth { x: Int }', 'SCHEMA_INVALID'],
    ['an input type as output', 'type A { x: Find }', 'SCHEMA_INVALID'],
    ['an output type as input', 'input In { x: Comment }', 'SCHEMA_INVALID'],
    ['a default value of another type', 'type A { x(a: Int = "b"): Int }', 'SCHEMA_INVALID'],
    ['an input that can never be given', 'input In { x: In! }', 'SCHEMA_INVALID'],
    ['a union of enums', 'union U = Mood', 'SCHEMA_INVALID'],
    [
      'a directive applied twice, differently',
      'directive @d(a: Int) on OBJECT type A @d(a: 1) { x: Int } type A @d(a: 2)',
      'SCHEMA_INVALID',
    ],
  ] as const)('%s', (_what, typeDefs, code) => {
    const problems = problemsOf(typeDefs)
    expect(problems).not.toEqual([])
    for (const problem of problems) expect(problem).toMatchObject({ code, owners: expect.arrayContaining(['broken']) })
  })

  test('a type Query is not the root here', () => {
    const { problems, warnings } = mergeTypeDefs([tinyCore, broken('type Query { x: Int }')])
    expect(problems).toEqual([])
    expect(warnings).toMatchObject([
      { code: 'SCHEMA_NOT_A_ROOT', coordinate: 'Query', owners: ['broken'], fix: expect.stringContaining('RootQuery') },
    ])
  })
})

test('all problems of all plugins are collected', () => {
  const { problems } = mergeTypeDefs([
    tinyCore,
    broken('type {', 'a'),
    broken(7, 'b'),
    broken('type Comment { likes: String, ok: Int }', 'c'),
    broken('type Comment { x: Nowhere }', 'd'),
    broken('input Find { words: String! }', 'e'),
    broken('type A implements Node { y: Int }', 'f'),
    broken('scalar Int', 'g'),
  ])
  expect(problems.map(({ code, owners }) => `${code} ${owners.join('+')}`).toSorted()).toEqual([
    'SCHEMA_CONFLICT core+c',
    'SCHEMA_INVALID core+f',
    'SCHEMA_NOT_TEXT b',
    'SCHEMA_REQUIRED_INPUT core+e',
    'SCHEMA_RESERVED_NAME g',
    'SCHEMA_SYNTAX a',
    'SCHEMA_UNKNOWN_TYPE d',
  ])
})

test('every problem names its place and its fix', () => {
  const { problems } = mergeTypeDefs([
    tinyCore,
    broken('type {', 'a'),
    broken('type Comment { likes: String, x: Nowhere }', 'b'),
  ])
  for (const { message, fix, owners, origins } of problems) {
    expect([message.length > 10, fix.length > 10, owners.length]).toEqual([true, true, origins.length])
  }
})

test('no source at all is a schema without a root', () => {
  expect(mergeTypeDefs([]).problems).toMatchObject([
    { code: 'SCHEMA_INVALID', coordinate: null, owners: [], message: expect.stringContaining('Query root type') },
  ])
})
