import type { Asset, Comment, CommentStatus } from '@platform/plugin-sdk'
import { createTestPlatform, type TestPlatform, type TestUser } from '@platform/plugin-testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const STATUSES: CommentStatus[] = ['NONE', 'ACCEPTED', 'REJECTED', 'PREMOD', 'SYSTEM_WITHHELD']
const PUBLIC: CommentStatus[] = ['NONE', 'ACCEPTED']

let platform: TestPlatform
let asset: Asset
let root: Comment
const people: Record<string, TestUser | null> = { 'an anonymous reader': null }
/** Neither the author nor moderators. */
const READERS = ['an anonymous reader', 'reader', 'STAFF']
const comments = {} as Record<CommentStatus, Comment>

beforeAll(async () => {
  platform = await createTestPlatform()
  asset = await platform.createAsset()
  root = await platform.createComment({ asset })
  for (const role of ['ADMIN', 'MODERATOR', 'STAFF'] as const)
    people[role] = await platform.createUser({ roles: [role] })
  people['author'] = await platform.createUser()
  people['reader'] = await platform.createUser()
  for (const status of STATUSES)
    comments[status] = await platform.createComment({
      asset,
      parent: root,
      author: people['author'],
      status,
      body: `A ${status} comment`,
    })
})

afterAll(() => platform[Symbol.asyncDispose]())

/** Every way to a reply: what it answers is the text that was found, or nothing. */
const PATHS: Record<string, { document: string; read: (data: any) => unknown[] }> = {
  'by its id': { document: 'query ($id: ID!) { comment(id: $id) { body } }', read: data => [data.comment?.body] },
  'by its id in its discussion': {
    document: 'query ($id: ID!, $asset: ID!) { asset(id: $asset) { comment(id: $id) { body } } }',
    read: data => [data.asset.comment?.body],
  },
  'among the comments': {
    document: 'query ($asset: ID!) { comments(query: { asset_id: $asset }) { nodes { body } } }',
    read: data => data.comments.nodes.map((node: { body: string }) => node.body),
  },
  'among all comments of its discussion': {
    document: 'query ($asset: ID!) { asset(id: $asset) { comments(deep: true) { nodes { body } } } }',
    read: data => data.asset.comments.nodes.map((node: { body: string }) => node.body),
  },
  'among the replies': {
    document: 'query ($root: ID!) { comment(id: $root) { replies(query: { limit: 100 }) { nodes { body } } } }',
    read: data => data.comment.replies.nodes.map((node: { body: string }) => node.body),
  },
  'among the replies, page by page': {
    document: `query ($root: ID!) {
      comment(id: $root) {
        replies(query: { limit: 100, cursor: "2000-01-01T00:00:00.000Z" }) { nodes { body } }
      }
    }`,
    read: data => data.comment.replies.nodes.map((node: { body: string }) => node.body),
  },
}

const sees = async (person: string, path: string, status: CommentStatus) => {
  const { document, read } = PATHS[path]!
  const { data, errors } = await platform
    .as(people[person] ?? null)
    .graphql(document, { id: comments[status].id, asset: asset.id, root: root.id })
  expect(errors).toEqual([])
  return read(data).includes(`A ${status} comment`)
}

describe.each(STATUSES)('a %s comment [R07]', status => {
  const isPublic = PUBLIC.includes(status)
  const waits = status === 'PREMOD' || status === 'SYSTEM_WITHHELD'
  describe.each(Object.keys(PATHS))('%s', path => {
    const single = path.startsWith('by')
    test.each([
      ['an anonymous reader', isPublic],
      ['reader', isPublic],
      ['STAFF', isPublic],
      ['author', isPublic || (single && waits)],
      ['MODERATOR', isPublic || single],
      ['ADMIN', isPublic || single],
    ])('seen by %s: %s', async (person, expected) => {
      expect(await sees(person, path, status)).toBe(expected)
    })
  })
})

describe('asking for statuses that are for moderators', () => {
  const ASK = `query ($asset: ID!, $statuses: [COMMENT_STATUS!]) {
    asset(id: $asset) { comments(deep: true, query: { statuses: $statuses }) { nodes { body } } }
    comments(query: { asset_id: $asset, statuses: $statuses }) { nodes { body } }
  }`
  test.each([[['REJECTED']], [['NONE', 'PREMOD']], [null]])('%j', async statuses => {
    for (const person of ['an anonymous reader', 'reader', 'author', 'STAFF']) {
      const { data } = await platform.as(people[person] ?? null).graphql(ASK, { asset: asset.id, statuses })
      expect(data).toEqual({ asset: { comments: null }, comments: null })
    }
    const { data } = await platform.as(people['MODERATOR']!).graphql(ASK, { asset: asset.id, statuses })
    const expected = Object.values(comments).filter(
      ({ status }) => statuses === null || statuses.includes(status),
    ).length
    const others = statuses === null || statuses.includes('NONE') ? 1 : 0
    expect([data!['asset'].comments.nodes.length, data!['comments'].nodes.length]).toEqual([
      expected + others,
      expected + others,
    ])
  })
})

test('a waiting or rejected comment is in no list unless its author asks for it, and is not changed [R07]', async () => {
  const author = platform.as(people['author']!)
  for (const status of STATUSES.filter(each => !PUBLIC.includes(each))) {
    const { id } = comments[status]
    // What answered it while it could be seen.
    const answer = await platform.createComment({ asset: await platform.createAsset() })
    await platform.services.docstore
      .collection<Comment>('comments')
      .updateOne({ id: answer.id }, { $set: { parent_id: id } })
    const { data } = await author.graphql(
      'query ($id: ID!) { me { comments { nodes { id } } } comment(id: $id) { parent { id } hasParent } }',
      { id: answer.id },
    )
    expect(data!['me'].comments.nodes.map((node: { id: string }) => node.id)).not.toContain(id)
    expect(data!['comment']).toEqual({ parent: status === 'REJECTED' ? null : { id }, hasParent: true })
    const { data: done } = await author.graphql(
      `mutation ($id: ID!) {
        createFlag(flag: { item_id: $id, item_type: COMMENTS }) { errors { translation_key } }
        createDontAgree(dontagree: { item_id: $id, item_type: COMMENTS }) {
          errors { translation_key }
        }
      }`,
      { id },
    )
    expect(Object.values(done!)).toEqual([
      { errors: [{ translation_key: 'NOT_FOUND' }] },
      { errors: [{ translation_key: 'NOT_FOUND' }] },
    ])
  }
})

test('an author lists the own comments of any status, and no other user does [R07]', async () => {
  const LIST = `query ($query: CommentsQuery!) { comments(query: $query) { nodes { body } } }`
  const { user } = people['author']!
  const query = { asset_id: asset.id, author_id: user.id, statuses: ['PREMOD', 'SYSTEM_WITHHELD', 'REJECTED'] }
  const bodies = async (person: string) => {
    const { data } = await platform.as(people[person] ?? null).graphql(LIST, { query })
    return data!['comments']?.nodes.map((node: { body: string }) => node.body).sort() ?? null
  }
  expect(await bodies('author')).toEqual(['A PREMOD comment', 'A REJECTED comment', 'A SYSTEM_WITHHELD comment'])
  for (const person of READERS) expect(await bodies(person)).toBeNull()
  const { data } = await platform
    .as(people['author']!)
    .graphql('query ($query: CommentsQuery!) { me { comments(query: $query) { nodes { status } } } }', {
      query: { asset_id: asset.id, statuses: ['PREMOD'] },
    })
  expect(data!['me'].comments.nodes).toEqual([{ status: 'PREMOD' }])
})

test('hidden comments are not counted [R07]', async () => {
  const { data } = await platform.graphql(
    `query ($asset: ID!, $root: ID!) {
      asset(id: $asset) { commentCount totalCommentCount }
      comment(id: $root) { replyCount }
    }`,
    { asset: asset.id, root: root.id },
  )
  expect(data).toEqual({ asset: { commentCount: 1, totalCommentCount: 3 }, comment: { replyCount: 2 } })
})

test.each([
  ['an anonymous reader', null],
  ['STAFF', null],
  ['MODERATOR', 3],
])('commentCount is for moderators: %s gets %j', async (person, expected) => {
  const { data } = await platform
    .as(people[person] ?? null)
    .graphql('query ($asset: ID!) { commentCount(query: { asset_id: $asset }) }', { asset: asset.id })
  expect(data!['commentCount']).toBe(expected)
})

describe('an empty id in a query finds nothing', () => {
  const EMPTY = { author_id: '', asset_id: '', parent_id: '' }
  const LIST = 'query ($query: CommentsQuery!) { comments(query: $query) { nodes { id } } }'
  test.each(Object.entries(EMPTY))('%s among the comments', async (name, id) => {
    const { data, errors } = await platform.as(people['MODERATOR']!).graphql(LIST, { query: { [name]: id } })
    expect(errors).toEqual([])
    expect(data!['comments'].nodes).toEqual([])
  })

  test.each(Object.entries(EMPTY))('%s in a count', async (name, id) => {
    const { data } = await platform
      .as(people['MODERATOR']!)
      .graphql('query ($query: CommentCountQuery!) { commentCount(query: $query) }', { query: { [name]: id } })
    expect(data!['commentCount']).toBe(0)
  })

  test('author_id, asked for by a reader, as of any other author', async () => {
    const { data } = await platform.as(people['reader']!).graphql(LIST, { query: { author_id: '' } })
    expect(data!['comments']).toBeNull()
  })

  test('parent_id among the comments of a discussion', async () => {
    const { data } = await platform.graphql(
      'query ($asset: ID!) { asset(id: $asset) { comments(query: { parent_id: "" }) { nodes { id } } } }',
      { asset: asset.id },
    )
    expect(data!['asset'].comments.nodes).toEqual([])
  })
})

test('commentCount counts every status or those of the query, for an id or address, and 0 for an unknown one', async () => {
  const { data } = await platform.as(people['MODERATOR']!).graphql(
    `query ($asset: ID!, $url: String) {
    none: commentCount(query: { asset_id: $asset, statuses: [] })
    any: commentCount(query: { asset_url: $url, statuses: null })
    unknown: commentCount(query: { asset_url: "http://localhost/unknown" })
  }`,
    { asset: asset.id, url: asset.url },
  )
  expect(data).toEqual({ none: 6, any: 6, unknown: 0 })
})

describe('what only some may know [R06]', () => {
  const FIELDS = `query ($id: ID!) { comment(id: $id) { body_history { body } status_history { type } deleted_at actions { id }
    user { username email role roles profiles { id } tokens { id } ignoredUsers { id } state { status { banned { status } } } reliable { commenterKarma } comments { nodes { id } } } } }`
  const HIDDEN = {
    email: null,
    role: null,
    roles: null,
    profiles: null,
    tokens: null,
    ignoredUsers: null,
    state: null,
    reliable: null,
    comments: { nodes: [] },
  }

  test.each(READERS)('the name is all that %s learns about the author', async person => {
    const { data } = await platform.as(people[person] ?? null).graphql(FIELDS, { id: comments.NONE.id })
    expect(data!['comment']).toEqual({
      body_history: null,
      status_history: null,
      deleted_at: null,
      actions: null,
      user: { username: people['author']!.user.username, ...HIDDEN },
    })
  })

  test('the author reads the own data, and no notes of moderators', async () => {
    const { data } = await platform.as(people['author']!).graphql(FIELDS, { id: comments.NONE.id })
    expect(data!['comment']).toMatchObject({
      body_history: [{ body: 'A NONE comment' }],
      status_history: null,
      actions: null,
      user: { email: `${people['author']!.user.username}@test.example`, role: 'COMMENTER', tokens: [], reliable: null },
    })
    expect(data!['comment'].user.comments.nodes).toHaveLength(2)
  })

  test('a moderator learns what is needed to decide', async () => {
    const { data } = await platform.as(people['MODERATOR']!).graphql(FIELDS, { id: comments.NONE.id })
    expect(data!['comment']).toMatchObject({
      status_history: [{ type: 'NONE' }],
      actions: [],
      user: { role: 'COMMENTER', reliable: { commenterKarma: 0 }, tokens: null },
    })
  })
})
