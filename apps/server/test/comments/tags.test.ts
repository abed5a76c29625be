import type { Asset, Tag } from '@platform/plugin-sdk'
import { createTestPlatform, type TestPlatform } from '@platform/plugin-testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { post } from './operations.ts'

const created_at = new Date('2026-01-01T00:00:00.000Z')
const TAGS: Tag[] = [
  { name: 'OFF_TOPIC', permissions: { public: true, self: true, roles: [] }, models: ['COMMENTS'], created_at },
  {
    name: 'FEATURED',
    permissions: { public: true, self: false, roles: ['MODERATOR'] },
    models: ['COMMENTS'],
    created_at,
  },
  { name: 'SECRET', permissions: { public: false, self: true, roles: [] }, models: ['COMMENTS'], created_at },
  { name: 'ON_AN_ASSET', permissions: { public: true, self: true, roles: [] }, models: ['ASSETS'], created_at },
]

let platform: TestPlatform
let asset: Asset

beforeAll(async () => {
  platform = await createTestPlatform({ plugins: [{ tags: TAGS }] })
  asset = await platform.createAsset()
})

afterAll(() => platform[Symbol.asyncDispose]())

test.each<
  [
    role: 'COMMENTER' | 'STAFF' | 'MODERATOR',
    tags: (string | null)[],
    expected: string[] | 'NOT_AUTHORIZED' | 'BAD_USER_INPUT',
  ]
>([
  ['COMMENTER', [], []],
  ['COMMENTER', ['OFF_TOPIC'], ['OFF_TOPIC']],
  ['COMMENTER', ['OFF_TOPIC', 'OFF_TOPIC', null, ''], ['OFF_TOPIC']],
  ['COMMENTER', ['FEATURED'], 'NOT_AUTHORIZED'],
  ['COMMENTER', ['OFF_TOPIC', 'FEATURED'], 'NOT_AUTHORIZED'],
  ['COMMENTER', ['ON_AN_ASSET'], 'NOT_AUTHORIZED'],
  ['COMMENTER', ['unknown'], 'NOT_AUTHORIZED'],
  ['COMMENTER', ['STAFF'], []],
  ['COMMENTER', Array.from({ length: 1_000 }, (_, i) => `tag-${i}`), 'BAD_USER_INPUT'],
  ['STAFF', Array.from({ length: 51 }, (_, i) => `tag-${i}`), 'BAD_USER_INPUT'],
  ['STAFF', ['x'.repeat(101)], 'BAD_USER_INPUT'],
  ['STAFF', ['x'.repeat(60_000)], 'BAD_USER_INPUT'],
  ['STAFF', ['   '], 'BAD_USER_INPUT'],
  ['STAFF', ['made\u0000up'], 'BAD_USER_INPUT'],
  ['STAFF', ['made\ud800up'], 'BAD_USER_INPUT'],
  ['STAFF', ['x'.repeat(100)], ['STAFF', 'x'.repeat(100)]],
  ['COMMENTER', ['x'.repeat(60_000)], 'NOT_AUTHORIZED'],
  ['STAFF', [], ['STAFF']],
  ['STAFF', ['STAFF'], ['STAFF']],
  ['STAFF', ['made up'], ['STAFF', 'made up']],
  ['STAFF', ['FEATURED'], 'NOT_AUTHORIZED'],
  ['MODERATOR', ['FEATURED'], ['FEATURED', 'STAFF']],
])('a comment by %s with the tags %j [R15, N18]', async (role, tags, expected) => {
  const author = platform.as(await platform.createUser({ roles: [role] }))
  const { id, errors } = await post(author, { asset_id: asset.id, tags })
  if (typeof expected === 'string') return expect(errors).toEqual([expected])
  const { data } = await platform.graphql('query ($id: ID!) { comment(id: $id) { tags { tag { name } } } }', { id })
  expect(data!['comment'].tags.map((link: { tag: Tag }) => link.tag.name).toSorted()).toEqual(expected)
})

test('a tag that is not public is for the staff', async () => {
  const author = await platform.createUser()
  const { id } = await post(platform.as(author), { asset_id: asset.id, tags: ['SECRET', 'OFF_TOPIC'] })
  const names = async (caller: TestPlatform) =>
    (await caller.graphql('query ($id: ID!) { comment(id: $id) { tags { tag { name } } } }', { id }))
      .data!['comment'].tags.map((link: { tag: Tag }) => link.tag.name)
      .toSorted()
  expect(await names(platform)).toEqual(['OFF_TOPIC'])
  expect(await names(platform.as(author))).toEqual(['OFF_TOPIC'])
  expect(await names(platform.as(await platform.createUser({ roles: ['STAFF'] })))).toEqual(['OFF_TOPIC', 'SECRET'])
})

test('lists and counts can be asked for by tag', async () => {
  const author = platform.as(await platform.createUser())
  const discussion = await platform.createAsset()
  const { id } = await post(author, { asset_id: discussion.id, tags: ['OFF_TOPIC'] })
  await post(author, { asset_id: discussion.id, parent_id: id, tags: ['OFF_TOPIC'] })
  await post(author, { asset_id: discussion.id })
  const { data } = await platform.graphql(
    `query ($id: ID!) {
      asset(id: $id) {
        comments(query: { tags: ["OFF_TOPIC"] }) { nodes { id } }
        commentCount(tags: ["OFF_TOPIC"]) totalCommentCount(tags: ["OFF_TOPIC"])
        all: totalCommentCount
      }
    }`,
    { id: discussion.id },
  )
  expect(data!['asset']).toEqual({ comments: { nodes: [{ id }] }, commentCount: 1, totalCommentCount: 2, all: 3 })
})

test('comments are found by a tag that is not public only by the staff', async () => {
  const author = platform.as(await platform.createUser())
  const discussion = await platform.createAsset()
  const secret = await post(author, { asset_id: discussion.id, tags: ['SECRET'] })
  const both = await post(author, { asset_id: discussion.id, tags: ['SECRET', 'OFF_TOPIC'] })
  const reply = await post(author, { asset_id: discussion.id, parent_id: both.id, tags: ['SECRET'] })
  const found = async (caller: TestPlatform, tags: readonly string[]) => {
    const { data, errors } = await caller.graphql(
      `query ($id: ID!, $tags: [String!], $parent: ID!) {
        asset(id: $id) {
          comments(query: { tags: $tags, sortOrder: ASC }) { nodes { id } }
          commentCount(tags: $tags) totalCommentCount(tags: $tags)
        }
        comments(query: { asset_id: $id, tags: $tags, sortOrder: ASC }) { nodes { id } }
        below: comments(query: { parent_id: $parent, tags: $tags, sortBy: REPLIES }) { nodes { id } }
      }`,
      { id: discussion.id, tags, parent: both.id },
    )
    expect(errors).toEqual([])
    const ids = ({ nodes }: { nodes: { id: string }[] }) => nodes.map(({ id }) => id)
    const { comments, commentCount, totalCommentCount } = data!['asset']
    const lists = [ids(comments), ids(data!['comments']), ids(data!['below'])]
    return [...lists, commentCount, totalCommentCount]
  }
  const staff = platform.as(await platform.createUser({ roles: ['STAFF'] }))
  for (const caller of [platform, author]) {
    expect(await found(caller, ['SECRET'])).toEqual([[], [], [], 0, 0])
    expect(await found(caller, ['SECRET', 'OFF_TOPIC'])).toEqual([[both.id], [both.id], [], 1, 1])
  }
  const all = [secret.id, both.id, reply.id]
  expect(await found(staff, ['SECRET'])).toEqual([all.slice(0, 2), all, [reply.id], 2, 3])
})

test('a list or a count asks for ten tags at most', async () => {
  const [ten, eleven] = [10, 11].map(count => Array.from({ length: count }, (_, i) => `TAG_${i}`))
  const LIST =
    'query ($id: ID!, $tags: [String!]) { asset(id: $id) { comments(query: { tags: $tags }) { nodes { id } } } }'
  const COUNT = 'query ($id: ID!, $tags: [String!]) { asset(id: $id) { totalCommentCount(tags: $tags) } }'
  expect((await platform.graphql(LIST, { id: asset.id, tags: ten })).errors).toEqual([])
  // A name that is given twice counts once.
  expect((await platform.graphql(COUNT, { id: asset.id, tags: [...ten!, ...ten!] })).errors).toEqual([])
  for (const query of [LIST, COUNT])
    expect((await platform.graphql(query, { id: asset.id, tags: eleven })).errors).toMatchObject([
      { code: 'BAD_USER_INPUT', message: 'tags: give at most 10 names' },
    ])
})
