import { buildASTSchema, isObjectType } from 'graphql'
import { describe, expect, test } from 'vitest'
import type { TypeDefsSource } from '../src/index.ts'
import { mergeTypeDefs } from '../src/index.ts'
import { tinyCore } from './core-sources.ts'

const source = (owner: string, typeDefs: string, allow: readonly string[] = []): TypeDefsSource => ({
  owner,
  typeDefs,
  allow,
})
const COORDINATE = 'Comment.likes'

function typeOfLikes({ document }: ReturnType<typeof mergeTypeDefs>): string {
  const comment = buildASTSchema(document).getType('Comment')
  return isObjectType(comment) ? String(comment.getFields()['likes']?.type) : ''
}

test('an allowed definition replaces that of the core', () => {
  const result = mergeTypeDefs([tinyCore, source('likes', 'type Comment { likes: Int! }', [COORDINATE])])
  expect(result.problems).toEqual([])
  expect(result.overrides).toEqual([{ coordinate: COORDINATE, owner: 'likes', over: 'core' }])
  expect(result.coordinates.get(COORDINATE)).toBe('likes')
  expect(typeOfLikes(result)).toBe('Int!')
})

test('an allowed plugin wins at any place in the order', () => {
  const winner = source('winner', 'type Comment { likes: Float }', [COORDINATE])
  const loser = source('loser', 'type Comment { likes: String }')
  for (const plugins of [
    [winner, loser],
    [loser, winner],
  ]) {
    const result = mergeTypeDefs([tinyCore, ...plugins])
    expect(result.problems).toEqual([])
    expect(result.overrides).toEqual([
      { coordinate: COORDINATE, owner: 'winner', over: 'core' },
      { coordinate: COORDINATE, owner: 'winner', over: 'loser' },
    ])
    expect(typeOfLikes(result)).toBe('Float')
  }
})

test('an overridden field keeps its place and, unless the new one has one, its description', () => {
  const result = mergeTypeDefs([tinyCore, source('likes', 'type Comment { mood: String }', ['Comment.mood'])])
  const comment = buildASTSchema(result.document).getType('Comment')
  expect(isObjectType(comment) && Object.keys(comment.getFields())).toEqual(['id', 'mood', 'likes'])
  expect(isObjectType(comment) && comment.getFields()['mood']?.description).toBe('How it feels.')
})

test('an allowed definition that is identical to the first is no override', () => {
  const result = mergeTypeDefs([tinyCore, source('likes', 'type Comment { likes: Int }', [COORDINATE])])
  expect([result.problems, result.overrides, result.coordinates.get(COORDINATE)]).toEqual([[], [], 'core'])
})

test('allowing one coordinate allows no other', () => {
  const result = mergeTypeDefs([tinyCore, source('likes', 'type Comment { likes: Int! mood: Int }', [COORDINATE])])
  expect(result.problems.map(({ coordinate }) => coordinate)).toEqual(['Comment.mood'])
})

test('allowing the type does not allow its fields', () => {
  const result = mergeTypeDefs([tinyCore, source('likes', 'type Comment { likes: Int! }', ['Comment'])])
  expect(result.problems.map(({ coordinate }) => coordinate)).toEqual([COORDINATE])
})

test('two plugins that may both win are a conflict', () => {
  const result = mergeTypeDefs([
    tinyCore,
    source('a', 'type Comment { likes: Float }', [COORDINATE]),
    source('b', 'type Comment { likes: String }', [COORDINATE]),
  ])
  expect(result.problems.length).toBeGreaterThan(0)
  expect(result.problems.every(({ code, coordinate }) => code === 'SCHEMA_CONFLICT' && coordinate === COORDINATE)).toBe(
    true,
  )
  expect(result.overrides).toEqual([])
})

describe('other coordinates that can be allowed', () => {
  test('the kind of a type', () => {
    const result = mergeTypeDefs([
      tinyCore,
      source('a', 'enum Badge { GOLD }'),
      source('b', 'type Badge { id: ID }', ['Badge']),
    ])
    expect(result.problems).toEqual([])
    expect(result.overrides).toEqual([{ coordinate: 'Badge', owner: 'b', over: 'a' }])
    expect(isObjectType(buildASTSchema(result.document).getType('Badge'))).toBe(true)
    expect(result.coordinates.has('Badge.GOLD')).toBe(false)
  })

  test('a directive', () => {
    const result = mergeTypeDefs([tinyCore, source('a', 'directive @auth(level: Int) on FIELD_DEFINITION', ['@auth'])])
    expect([result.problems, result.overrides]).toEqual([[], [{ coordinate: '@auth', owner: 'a', over: 'core' }]])
    expect(
      buildASTSchema(result.document)
        .getDirective('auth')
        ?.args.map(({ name }) => name),
    ).toEqual(['level'])
  })

  test('a required input field', () => {
    const added = mergeTypeDefs([tinyCore, source('a', 'input Find { words: String! }', ['Find.words'])])
    expect([added.problems, added.overrides]).toEqual([[], [{ coordinate: 'Find.words', owner: 'a', over: 'core' }]])
    const changed = mergeTypeDefs([tinyCore, source('a', 'input Find { id: ID! }', ['Find.id'])])
    expect([changed.problems, changed.overrides]).toEqual([[], [{ coordinate: 'Find.id', owner: 'a', over: 'core' }]])
  })
})
