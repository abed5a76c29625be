import type { Action, Asset, Comment, User } from '@platform/plugin-sdk'
import { createTestPlatform, type TestPlatform } from '@platform/plugin-testing'
import { afterAll, beforeAll, expect, test } from 'vitest'

const NOW = new Date('2026-03-01T12:00:00.000Z')
const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

let platform: TestPlatform
beforeAll(async () => {
  platform = await createTestPlatform({ now: NOW })
})
afterAll(() => platform[Symbol.asyncDispose]())

/** A document as it is stored, without the store's own id. */
async function stored<T extends object>(collection: string, filter: object): Promise<Omit<T, '_id'>> {
  const { _id, ...rest } = (await platform.services.docstore
    .collection<T & { _id: unknown }>(collection)
    .findOne(filter as never))!
  return rest as unknown as Omit<T, '_id'>
}

test('the record of a new user has the given values, a role and a good account status, and nothing else', async () => {
  await platform.http('/api/v1/users', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'Ada@Test.Example', username: 'Ada', password: 'a long enough password' }),
  })
  const user = await stored<User>('users', { lowercaseUsername: 'ada' })
  expect(user).toEqual({
    id: expect.stringMatching(ID),
    username: 'Ada',
    lowercaseUsername: 'ada',
    password: expect.stringMatching(/^\$argon2id\$/),
    profiles: [expect.objectContaining({ id: 'ada@test.example', provider: 'local' })],
    roles: ['COMMENTER'],
    status: {
      username: { status: 'SET', history: [{ status: 'SET', username: 'Ada', assigned_by: null, created_at: NOW }] },
      banned: { status: false, history: [] },
      alwaysPremod: { status: false, history: [] },
      suspension: { until: null, history: [] },
    },
    ignoresUsers: [],
    action_counts: {},
    tags: [],
    tokens: [],
    metadata: {},
    validAfter: null,
    created_at: NOW,
    updated_at: NOW,
  })
})

test('an opened discussion, a comment in it and a flag on that are stored completely', async () => {
  const author = await platform.createUser()
  const { data } = await platform.graphql('{ asset(url: "http://localhost/about#it") { id } }')
  const { id } = data!['asset']
  const made = await platform
    .as(author)
    .graphql(
      'mutation ($id: ID!) { createComment(input: { asset_id: $id, body: "What I think" }) { comment { id } } }',
      { id },
    )
  const commentId = made.data!['createComment'].comment.id as string
  const reader = await platform.createUser()
  await platform.as(reader).graphql(
    `mutation ($id: ID!) {
      createFlag(flag: { item_id: $id, item_type: COMMENTS, reason: COMMENT_SPAM, message: "an advert" }) {
        flag { id }
      }
    }`,
    { id: commentId },
  )
  await platform.mails()

  expect(await stored<Asset>('assets', { id })).toEqual({
    id: expect.stringMatching(ID),
    url: 'http://localhost/about',
    title: null,
    description: null,
    author: null,
    image: null,
    section: null,
    subsection: null,
    publication_date: null,
    modified_date: null,
    closedAt: null,
    closedMessage: null,
    scraped: null,
    settings: {},
    tags: [],
    metadata: {},
    words: expect.arrayContaining(['about']),
    comment_counts: { total: 1, roots: 1, statuses: { NONE: 1 } },
    last_comment_at: NOW,
    created_at: NOW,
    updated_at: NOW,
  })
  expect(await stored<Comment>('comments', { id: commentId })).toEqual({
    id: expect.stringMatching(ID),
    asset_id: id,
    author_id: author.user.id,
    parent_id: null,
    body: 'What I think',
    status: 'NONE',
    status_history: [{ type: 'NONE', assigned_by: null, created_at: NOW }],
    reply_count: 0,
    action_counts: { flag: 1, flag_comment_spam: 1 },
    tags: [],
    metadata: {},
    deleted_at: null,
    created_at: NOW,
    updated_at: NOW,
  })
  expect(await stored<Action>('actions', { item_id: commentId })).toEqual({
    id: expect.stringMatching(ID),
    action_type: 'FLAG',
    item_type: 'COMMENTS',
    item_id: commentId,
    user_id: reader.user.id,
    group_id: 'COMMENT_SPAM',
    metadata: { message: 'an advert' },
    created_at: NOW,
    updated_at: NOW,
  })
})

test.each([
  ['comments', 'id'],
  ['users', 'id'],
  ['users', 'lowercaseUsername'],
  ['assets', 'id'],
  ['assets', 'url'],
  ['actions', 'id'],
])('no two %s have one %s, whatever stores them', async (collection, field) => {
  const documents = platform.services.docstore.collection<Record<string, unknown>>(collection)
  const fresh = () => ({
    id: crypto.randomUUID(),
    url: `http://localhost/${crypto.randomUUID()}`,
    lowercaseUsername: crypto.randomUUID(),
    profiles: [{ provider: 'elsewhere', id: crypto.randomUUID() }],
    item_id: crypto.randomUUID(),
  })
  const one = fresh()
  await documents.insertOne({ ...one })
  const again = { ...fresh(), [field]: one[field as keyof typeof one] }
  await expect(documents.insertOne(again)).rejects.toMatchObject({ code: 11000, keyPattern: { [field]: 1 } })
})

test('one person does one thing to one item for one reason once, whatever stores it', async () => {
  const actions = platform.services.docstore.collection<Record<string, unknown>>('actions')
  const action = { item_id: 'i', item_type: 'COMMENTS', action_type: 'FLAG', user_id: 'u', group_id: null }
  await actions.insertOne({ id: 'one', ...action })
  await expect(actions.insertOne({ id: 'two', ...action })).rejects.toMatchObject({ code: 11000 })
  for (const other of [
    { item_id: 'j' },
    { item_type: 'USERS' },
    { action_type: 'LIKE' },
    { user_id: 'v' },
    { group_id: 'COMMENT_SPAM' },
  ])
    await actions.insertOne({ id: JSON.stringify(other), ...action, ...other })
})
