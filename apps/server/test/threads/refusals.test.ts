import { createTestPlatform, type TestPlatform } from '@platform/plugin-testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let platform: TestPlatform
let assetId: string
let rootId: string

beforeAll(async () => {
  platform = await createTestPlatform()
  const asset = await platform.createAsset()
  const author = await platform.createUser()
  const root = await platform.createComment({ asset, author })
  for (let i = 0; i < 105; i++) await platform.createComment({ asset, author, ...(i % 2 ? { parent: root } : {}) })
  assetId = asset.id
  rootId = root.id
})

afterAll(() => platform[Symbol.asyncDispose]())

const COMMENTS =
  'query ($id: ID!, $query: CommentsQuery!) { asset(id: $id) { comments(query: $query, deep: true) { nodes { id } } } }'
const REPLIES =
  'query ($id: ID!, $query: RepliesQuery) { comment(id: $id) { replies(query: $query) { nodes { id } } } }'

const cut = Buffer.from(JSON.stringify([{ t: 1 }, 'id']))
  .toString('base64url')
  .slice(0, -3)
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const GARBAGE: [name: string, cursor: unknown][] = [
  ['a word', 'garbage'],
  ['empty', ''],
  ['cut off', cut],
  ['a number', 17],
  ['a negative number', -1],
  ['an object', encode({ $gt: '' })],
  ['too few keys', encode([{ t: 1 }])],
  ['too many keys', encode([1, { t: 1 }, 'a'])],
  ['an operator as a key', encode([{ $gt: 0 }, 'id'])],
  ['a list as a key', encode([['x'], 'id'])],
  ['a time that is none', encode([{ t: 8.64e15 + 1 }, 'id'])],
  ['a text for a time', encode(['x', 'id'])],
  ['a number for an id', encode([{ t: 1 }, 5])],
  ['a time that looks like one', '2026-99-99T00:00:00.000Z'],
]

describe.each([
  ['comments', COMMENTS, () => assetId],
  ['replies', REPLIES, () => rootId],
] as const)('a page of %s [G21]', (_name, document, id) => {
  test.each(GARBAGE)('refuses a cursor that is %s', async (_what, cursor) => {
    const { errors } = await platform.graphql(document, { id: id(), query: { cursor } })
    expect(errors.map(error => error.code)).toEqual(['BAD_USER_INPUT'])
  })

  test.each([0, -1, -2_147_483_648])('refuses a limit of %i [G13]', async limit => {
    const { errors } = await platform.graphql(document, { id: id(), query: { limit } })
    expect(errors.map(error => error.code)).toEqual(['BAD_USER_INPUT'])
  })
})

test('a limit beyond the greatest is cut to 100 [G13]', async () => {
  const { data } = await platform.graphql(COMMENTS, { id: assetId, query: { limit: 1_000_000 } })
  expect(data!['asset'].comments.nodes).toHaveLength(100)
})

test('a cursor of one sort is refused by another', async () => {
  const PAGE = 'query ($id: ID!, $query: CommentsQuery!) { asset(id: $id) { comments(query: $query) { endCursor } } }'
  const { data } = await platform.graphql(PAGE, { id: assetId, query: { sortBy: 'REPLIES' } })
  const { errors } = await platform.graphql(PAGE, {
    id: assetId,
    query: { sortBy: 'CREATED_AT', cursor: data!['asset'].comments.endCursor },
  })
  expect(errors[0]!.code).toBe('BAD_USER_INPUT')
})

test('the time alone, as clients of older servers keep it, is a cursor of a list by time', async () => {
  const cursor = new Date(Date.now() + 60_000).toISOString()
  const { data } = await platform.graphql(COMMENTS, { id: assetId, query: { cursor, limit: 100 } })
  expect(data!['asset'].comments.nodes).toHaveLength(100)
})
