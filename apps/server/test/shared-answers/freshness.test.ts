import { type Comment, defineReaction } from '@platform/plugin-sdk'
import { createTestPlatform, type TestPlatform, type TestUser } from '@platform/plugin-testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { decide, edit, post } from '../comments/operations.ts'
import { isShared } from './runs.ts'

let platform: TestPlatform
let author: TestUser
let moderator: TestUser

beforeAll(async () => {
  platform = await createTestPlatform({
    plugins: [defineReaction('respect')],
    now: new Date('2026-03-01T12:00:00.000Z'),
  })
  author = await platform.createUser()
  moderator = await platform.createUser({ roles: ['MODERATOR'] })
})
afterAll(() => platform[Symbol.asyncDispose]())

const PAGE = `query ($id: ID!) {
  settings { organizationName }
  asset(id: $id) {
    totalCommentCount
    comments { nodes { id body status replyCount user { username } action_summaries { count } } }
  }
}`

type Change = (about: { asset_id: string; comment: Comment }) => Promise<unknown>

/** Every kind of change a reader can see, and what they see afterwards. */
const CHANGES: Record<string, { change: Change; seen: object }> = {
  'a new comment': {
    change: ({ asset_id }) => post(platform.as(author), { asset_id, body: 'A new one' }),
    seen: { asset: { totalCommentCount: 2 } },
  },
  'a reply': {
    change: ({ asset_id, comment }) => post(platform.as(author), { asset_id, parent_id: comment.id }),
    seen: { asset: { totalCommentCount: 2, comments: { nodes: [{ replyCount: 1 }] } } },
  },
  'an edit': {
    change: ({ asset_id, comment }) => edit(platform.as(author), { id: comment.id, asset_id, body: 'Edited' }),
    seen: { asset: { comments: { nodes: [{ body: 'Edited' }] } } },
  },
  'a decision': {
    change: ({ comment }) => decide(platform.as(moderator), comment.id, 'REJECTED'),
    seen: { asset: { totalCommentCount: 0, comments: { nodes: [] } } },
  },
  'a status that stays visible': {
    change: ({ comment }) => decide(platform.as(moderator), comment.id, 'ACCEPTED'),
    seen: { asset: { comments: { nodes: [{ status: 'ACCEPTED' }] } } },
  },
  'a reaction': {
    change: ({ comment }) =>
      platform
        .as(author)
        .graphql(
          'mutation ($id: ID!) { createRespectAction(input: { item_id: $id }) { errors { translation_key } } }',
          { id: comment.id },
        ),
    seen: { asset: { comments: { nodes: [{ action_summaries: [{ count: 1 }] }] } } },
  },
  'a setting': {
    change: () => platform.services.settings.update({ organizationName: 'The Paper' }),
    seen: { settings: { organizationName: 'The Paper' } },
  },
}

test.each(Object.keys(CHANGES))('%s is seen by the very next reader', async name => {
  const { change, seen } = CHANGES[name]!
  const asset = await platform.createAsset()
  const comment = await platform.createComment({ asset, author })
  expect(await isShared(platform, PAGE, { id: asset.id })).toBe(true)
  await change({ asset_id: asset.id, comment })
  expect((await platform.graphql(PAGE, { id: asset.id })).data).toMatchObject(seen)
})

test('a hidden comment that is approved is seen by a reader who asked for it before', async () => {
  const asset = await platform.createAsset()
  const { id } = await platform.createComment({ asset, status: 'PREMOD' })
  const ask = async () =>
    (await platform.graphql('query ($id: ID!) { settings { moderation } comment(id: $id) { id } }', { id })).data![
      'comment'
    ]
  expect([await ask(), await ask()]).toEqual([null, null])
  await decide(platform.as(moderator), id, 'ACCEPTED')
  expect(await ask()).toEqual({ id })
})

test('a list over all discussions sees a change in any', async () => {
  const LIST = '{ comments(query: { limit: 1 }) { nodes { id } } }'
  await isShared(platform, LIST)
  platform.clock.advance(1_000)
  const { id } = await post(platform.as(author), { asset_id: (await platform.createAsset()).id })
  expect((await platform.graphql(LIST)).data).toEqual({ comments: { nodes: [{ id }] } })
})

test('a change in one discussion leaves the answers of others', async () => {
  const [one, other] = [await platform.createAsset(), await platform.createAsset()]
  expect(await isShared(platform, PAGE, { id: one.id })).toBe(true)
  await post(platform.as(author), { asset_id: other.id })
  expect(await isShared(platform, PAGE, { id: one.id })).toBe(true)
})

test('isClosed is right at the very moment', async () => {
  const closing = await platform.createAsset({ closedAt: new Date(platform.clock.now().getTime() + 5_000) })
  const ask = async () =>
    (await platform.graphql('query ($id: ID!) { asset(id: $id) { isClosed } }', { id: closing.id })).data!['asset']
      .isClosed
  expect(await ask()).toBe(false)
  platform.clock.advance(4_999)
  expect(await ask()).toBe(false)
  platform.clock.advance(1)
  expect(await ask()).toBe(true)
})

test('no answer is given for longer than thirty seconds, should the news of a change get lost', async () => {
  const asset = await platform.createAsset()
  const TITLE = 'query ($id: ID!) { asset(id: $id) { title } }'
  await platform.graphql(TITLE, { id: asset.id })
  await platform.services.docstore
    .collection('assets')
    .updateOne({ id: asset.id }, { $set: { title: 'Changed by other hands' } })
  platform.clock.advance(29_999)
  expect((await platform.graphql(TITLE, { id: asset.id })).data!['asset'].title).toBeNull()
  platform.clock.advance(1)
  expect((await platform.graphql(TITLE, { id: asset.id })).data!['asset'].title).toBe('Changed by other hands')
})

describe('simultaneous readers and writers', () => {
  test('a reader who asks after a comment was acknowledged finds it', async () => {
    const asset = await platform.createAsset()
    const missing: (string | null)[] = []
    const LATEST =
      'query ($id: ID!) { asset(id: $id) { totalCommentCount comments(query: { limit: 100 }) { nodes { id } } } }'
    const writer = async () => {
      for (let i = 0; i < 15; i++) {
        const { id } = await post(platform.as(author), { asset_id: asset.id, body: `Comment ${i}` })
        const { data } = await platform.graphql(LATEST, { id: asset.id })
        if (!data!['asset'].comments.nodes.some((node: { id: string }) => node.id === id)) missing.push(id)
      }
    }
    const reading = { over: false }
    const reader = async () => {
      while (!reading.over) await platform.graphql(LATEST, { id: asset.id })
    }
    const readers = [reader(), reader(), reader()]
    await Promise.all([writer(), writer()])
    reading.over = true
    await Promise.all(readers)
    expect(missing).toEqual([])
    expect((await platform.graphql(LATEST, { id: asset.id })).data!['asset'].totalCommentCount).toBe(30)
  })
})

test('an answer is not shared when its records changed while it was computed', async () => {
  const { sharedAnswers, revisions } = platform.services
  const asset = await platform.createAsset()
  const computed = sharedAnswers.begin('key')
  const since = revisions.latest
  await post(platform.as(author), { asset_id: asset.id })
  const sharing = {
    tags: new Set([`asset:${asset.id}`]),
    since,
    expires: Number.POSITIVE_INFINITY,
    allowed: true,
    isForAll: true,
  }
  const body = Buffer.from('without the comment')
  computed({ status: 200, headers: [], body, etag: 'before', encoded: new Map() }, sharing)
  expect(sharedAnswers.fresh('key')).toBeUndefined()
})
