import type { Asset, Comment, CommentStatus } from '@platform/plugin-sdk'
import { createTestPlatform, type TestPlatform, type TestUser } from '@platform/plugin-testing'
import { CommentModel } from '@platform/server/models/comment'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import deepReplyCount from '../server/index.ts'

let platform: TestPlatform
let author: TestUser
let asset: Asset

beforeAll(async () => {
  platform = await createTestPlatform({ plugins: [deepReplyCount] })
})
// Whose comments were rejected is held afterwards.
beforeEach(async () => {
  ;[asset, author] = [await platform.createAsset(), await platform.createUser()]
})
afterAll(() => platform[Symbol.asyncDispose]())

const comment = (parent?: Comment, status?: CommentStatus) =>
  platform.createComment({ asset, author, ...(parent ? { parent } : {}), ...(status ? { status } : {}) })

async function chain(from: Comment, length: number): Promise<Comment[]> {
  const made = [from]
  for (let i = 0; i < length; i++) made.push(await comment(made.at(-1)))
  return made
}

const READ = 'query ($id: ID!) { comment(id: $id) { deepReplyCount } }'
async function countOf({ id }: Pick<Comment, 'id'>): Promise<number | null> {
  const { data, errors } = await platform.graphql(READ, { id })
  expect(errors).toEqual([])
  return data!['comment'].deepReplyCount
}

test('a comment without replies has a count of 0', async () => {
  expect(await countOf(await comment())).toBe(0)
})

test('replies count at every depth', async () => {
  const top = await comment()
  const [first, second] = [await comment(top), await comment(top)]
  await comment(second)
  const [, third] = await chain(first, 3)
  await comment(third)
  expect([await countOf(top), await countOf(first), await countOf(second)]).toEqual([7, 4, 1])
})

test('a hidden comment and the replies below it do not count', async () => {
  const top = await comment()
  const held = await comment(top)
  await chain(held, 2)
  await comment(top, 'PREMOD')
  await platform
    .as(await platform.createUser({ roles: ['MODERATOR'] }))
    .graphql('mutation ($id: ID!) { setCommentStatus(id: $id, status: REJECTED) { errors { translation_key } } }', {
      id: held.id,
    })
  expect(await countOf(top)).toBe(0)
  await platform.createComment({ asset, parent: top })
  expect(await countOf(top)).toBe(1)
})

test('a list is counted with one query for its comments and one a level, however many comments it has', async () => {
  const tops = await Promise.all(Array.from({ length: 8 }, () => comment()))
  await Promise.all(tops.map((top, i) => chain(top, 1 + (i % 4))))
  const queries = vi.spyOn(CommentModel, 'find')
  const { data } = await platform.graphql(
    `query ($id: ID!) {
      asset(id: $id) { comments(query: { limit: 100, sortOrder: ASC }) { nodes { deepReplyCount } } }
    }`,
    { id: asset.id },
  )
  expect(
    data!['asset'].comments.nodes.map((node: { deepReplyCount: number }) => node.deepReplyCount).toSorted(),
  ).toEqual([1, 1, 2, 2, 3, 3, 4, 4])
  expect(queries.mock.calls).toHaveLength(1 + 4)
  queries.mockRestore()
})

test('comments inside each other are counted by one walk', async () => {
  const thread = await chain(await comment(), 5)
  const nested = 'deepReplyCount replies { nodes { deepReplyCount replies { nodes { deepReplyCount } } } }'
  const queries = vi.spyOn(CommentModel, 'find')
  const { data } = await platform.graphql(`query ($id: ID!) { comment(id: $id) { ${nested} } }`, { id: thread[0]!.id })
  const second = data!['comment'].replies.nodes[0]
  expect([data!['comment'].deepReplyCount, second.deepReplyCount, second.replies.nodes[0].deepReplyCount]).toEqual([
    5, 4, 3,
  ])
  // One for the comment at each depth of the document, and one for the replies at each level below the first.
  expect(queries.mock.calls).toHaveLength(3 + 5)
  queries.mockRestore()
})

test('comments of one list that answer each other are counted right, in whichever order they come', async () => {
  const thread = await chain(await comment(), 4)
  const fields = (all: readonly Comment[]) =>
    all.map(({ id }, i) => `c${i}: comment(id: "${id}") { deepReplyCount }`).join(' ')
  for (const order of [thread, thread.toReversed()]) {
    const { data } = await platform.graphql(`{ ${fields(order)} }`)
    expect(order.map((_comment, i) => data![`c${i}`].deepReplyCount)).toEqual(
      order === thread ? [4, 3, 2, 1, 0] : [0, 1, 2, 3, 4],
    )
  }
})

test('comments of several assets are counted with one query a level', async () => {
  const assets = await Promise.all(Array.from({ length: 3 }, () => platform.createAsset()))
  const tops = await Promise.all(assets.map(other => platform.createComment({ asset: other, author })))
  for (const [i, other] of assets.entries())
    for (let n = 0; n <= i; n++) await platform.createComment({ asset: other, author, parent: tops[i]! })
  const queries = vi.spyOn(CommentModel, 'find')
  const { data, errors } = await platform.graphql(
    `{ ${tops.map(({ id }, i) => `c${i}: comment(id: "${id}") { deepReplyCount }`).join(' ')} }`,
  )
  expect(errors).toEqual([])
  expect(tops.map((_top, i) => data![`c${i}`].deepReplyCount)).toEqual([1, 2, 3])
  expect(queries.mock.calls).toHaveLength(1 + 1)
  queries.mockRestore()
})

test('a discussion thousands deep, and one thousands wide, are counted', async () => {
  const comments = platform.services.docstore.collection<Comment>('comments')
  const { _id, ...template } = (await comments.findOne({ id: (await comment()).id }))!
  const idOf = (kind: string, n: number) => `${kind}-of-${asset.id}-${n}`
  const deep = Array.from({ length: 3_000 }, (_value, i) => ({
    ...template,
    id: idOf('deep', i),
    parent_id: i === 0 ? null : idOf('deep', i - 1),
    reply_count: i === 2_999 ? 0 : 1,
  }))
  const wide = Array.from({ length: 3_001 }, (_value, i) => ({
    ...template,
    id: idOf('wide', i),
    parent_id: i === 0 ? null : idOf('wide', 0),
    reply_count: i === 0 ? 3_000 : 0,
  }))
  await comments.insertMany([...deep, ...wide])
  const queries = vi.spyOn(CommentModel, 'find')
  expect(await countOf({ id: idOf('wide', 0) })).toBe(3_000)
  // Replies without replies are not read.
  expect(await Promise.all(queries.mock.results.map(({ value }) => value))).toMatchObject([[{}], []])
  queries.mockRestore()
  expect(await countOf({ id: idOf('deep', 0) })).toBe(2_999)
})

test('a request reads 3,000 comments with replies, and does not count beyond them', async () => {
  const comments = platform.services.docstore.collection<Comment>('comments')
  const { _id, ...template } = (await comments.findOne({ id: (await comment()).id }))!
  const idOf = (n: number) => `busy-of-${asset.id}-${n}`
  await comments.insertMany(
    Array.from({ length: 3_002 }, (_value, i) => ({
      ...template,
      id: idOf(i),
      parent_id: i === 0 ? null : idOf(0),
      reply_count: i === 0 ? 3_001 : 1,
    })),
  )
  expect(await countOf({ id: idOf(0) })).toBeNull()
  expect(await countOf({ id: idOf(1) })).toBe(1)
})
