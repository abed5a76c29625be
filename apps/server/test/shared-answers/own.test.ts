import { definePlugin, type GraphContext } from '@platform/plugin-sdk'
import { createTestPlatform, type TestPlatform, type TestUser } from '@platform/plugin-testing'
import { documents } from '@platform/stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { visit } from '../pages/visit.ts'

/** Its names answer who asks, in a field that the stream shows. */
const mirror = definePlugin({
  name: 'platform-plugin-mirror',
  version: '1.0.0',
  sdk: '^1.0',
  hooks: {
    User: {
      username: {
        post: (_parent: unknown, _args: unknown, { user }: GraphContext, _info: unknown) =>
          `seen by ${user?.username ?? 'all'}`,
      },
    },
  },
})

let platform: TestPlatform
let people: TestUser[]
let id: string

beforeAll(async () => {
  platform = await createTestPlatform({ plugins: [mirror] })
  const asset = await platform.createAsset()
  id = asset.id
  people = [await platform.createUser({ username: 'ada' }), await platform.createUser({ username: 'ben' })]
  await platform.createComment({ asset })
})
afterAll(() => platform[Symbol.asyncDispose]())

const seenIn = (text: string) => [...new Set([...text.matchAll(/seen by (\w+)/g)].map(([, name]) => name))]

test('what a plugin makes of the viewer is in the pages of that viewer only, in any turn', async () => {
  for (const path of [`/discussions/${id}`, `/embed/stream?asset_id=${id}`, `/api/v1/assets/${id}/stream.html`])
    for (const [user, name] of [
      [people[0], 'ada'],
      [undefined, 'all'],
      [people[1], 'ben'],
      [undefined, 'all'],
      [people[0], 'ada'],
    ] as const) {
      const page = await visit(platform, path, user)
      expect([path, name, seenIn(page.whole)]).toEqual([path, name, [name]])
      expect(page.headers.get('cache-control')).toMatch(user ? /^private, no-store$/ : /^(?!private)/)
    }
})

test('the documents of the stream answer a person and the crowd apart, and the own query only the person', async () => {
  const variables = JSON.stringify({ id, query: {}, deep: false })
  const thread = `/api/v1/graph/ql?${new URLSearchParams({ documentId: documents.Thread, variables })}`
  const read = async (user?: TestUser) =>
    (await platform.http(thread, { headers: user ? { cookie: `authorization=${user.token}` } : {} })).text()
  const [one, other] = people
  expect([seenIn(await read(one)), seenIn(await read()), seenIn(await read(other)), seenIn(await read())]).toEqual([
    ['ada'],
    ['all'],
    ['ben'],
    ['all'],
  ])
  const own = async (user?: TestUser) => {
    const answer = await platform.http('/api/v1/graph/ql', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(user ? { authorization: `Bearer ${user.token}` } : {}),
      },
      body: JSON.stringify({ documentId: documents.Own, variables: { asset: id, comments: [] } }),
    })
    return (await answer.json()).data.me?.username ?? null
  }
  expect([await own(one), await own(), await own(other)]).toEqual(['seen by ada', null, 'seen by ben'])
})

test('a comment that a reader has reported is their own: the shared thread has no trace of it', async () => {
  const asset = await platform.createAsset()
  const comment = await platform.createComment({ asset })
  const [reporter, other] = people
  await platform
    .as(reporter!)
    .graphql(`mutation ($flag: CreateFlagInput!) { createFlag(flag: $flag) { errors { translation_key } } }`, {
      flag: { item_id: comment.id, item_type: 'COMMENTS', reason: 'COMMENT_OFFENSIVE' },
    })
  const ownIn = async (user: TestUser) => {
    const answer = await platform.http('/api/v1/graph/ql', {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${user.token}` },
      body: JSON.stringify({ documentId: documents.Own, variables: { asset: asset.id, comments: [comment.id] } }),
    })
    return (await answer.json()).data.commentsById
  }
  expect(await ownIn(reporter!)).toEqual([
    {
      id: comment.id,
      action_summaries: [
        { current_user: { __typename: 'FlagAction', id: expect.any(String), reason: 'COMMENT_OFFENSIVE' } },
      ],
      rejection_reason: null,
    },
  ])
  expect(await ownIn(other!)).toEqual([{ id: comment.id, action_summaries: [], rejection_reason: null }])
  expect((await visit(platform, `/discussions/${asset.id}`)).whole).not.toContain('FlagAction')
})
