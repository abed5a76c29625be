import type { Asset, Comment, UserRole } from '@platform/plugin-sdk'
import { createTestPlatform, type TestPlatform, type TestUser } from '@platform/plugin-testing'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import featured from '../server/index.ts'

let platform: TestPlatform
let moderator: TestUser
let asset: Asset
let comment: Comment

beforeAll(async () => {
  platform = await createTestPlatform({ plugins: [featured] })
  moderator = await platform.createUser({ roles: ['MODERATOR'] })
})
beforeEach(async () => {
  asset = await platform.createAsset()
  comment = await platform.createComment({ asset })
})
afterAll(() => platform[Symbol.asyncDispose]())

async function modify(
  field: 'addTag' | 'removeTag',
  user: TestUser | null,
  { id = comment.id, name = 'FEATURED' } = {},
): Promise<string | null> {
  const { data } = await platform
    .as(user)
    .graphql(`mutation ($tag: ModifyTagInput!) { ${field}(tag: $tag) { errors { translation_key } } }`, {
      tag: { name, id, item_type: 'COMMENTS', asset_id: asset.id },
    })
  return data![field]?.errors[0].translation_key ?? null
}
const feature = (user: TestUser | null = moderator, id?: string) => modify('addTag', user, id ? { id } : {})
const unfeature = (user: TestUser | null = moderator) => modify('removeTag', user)
const stored = async (id = comment.id) =>
  (await platform.services.docstore.collection<Comment>('comments').findOne({ id }))!
const listed = async () =>
  (
    await platform.graphql(
      'query ($id: ID!) { asset(id: $id) { comments(query: { tags: ["FEATURED"] }) { nodes { id } } } }',
      { id: asset.id },
    )
  ).data!['asset'].comments.nodes

const SUBSCRIBE = (field: string) =>
  `subscription ($id: ID) { ${field}(asset_id: $id) { comment { id status tags { tag { name } } } user { id } } }`

describe('featuring', () => {
  test('lists the comment as featured, and unfeaturing ends that', async () => {
    expect(await feature()).toBeNull()
    expect(await listed()).toEqual([{ id: comment.id }])
    expect(await unfeature()).toBeNull()
    expect(await listed()).toEqual([])
  })

  test.each(['NONE', 'PREMOD', 'SYSTEM_WITHHELD', 'REJECTED'] as const)(
    'accepts a comment that is %s, and says so',
    async status => {
      const { id } = await platform.createComment({ asset, status })
      const accepted: unknown[] = []
      const listen = (event: unknown) => {
        accepted.push((event as Comment).id)
      }
      platform.services.events.local.on('commentAccepted', listen)
      expect(await feature(moderator, id)).toBeNull()
      platform.services.events.local.off('commentAccepted', listen)
      const { status: now, status_history: history } = await stored(id)
      expect([now, history.at(-1)!.assigned_by, accepted]).toEqual(['ACCEPTED', moderator.user.id, [id]])
    },
  )

  test('leaves the status alone when it ends', async () => {
    await feature()
    await unfeature()
    expect(await stored()).toMatchObject({ status: 'ACCEPTED', tags: [] })
  })

  test.each<[who: string, roles: UserRole[] | null]>([
    ['an anonymous reader', null],
    ['a reader', []],
    ['the staff', ['STAFF']],
  ])('by %s is refused and changes nothing', async (_who, roles) => {
    const user = roles && (await platform.createUser({ roles }))
    expect([await feature(user), await unfeature(user)]).toEqual(['NOT_AUTHORIZED', 'NOT_AUTHORIZED'])
    expect(await stored()).toMatchObject({ status: 'NONE', tags: [] })
  })

  test("of one's own comment is refused to a reader", async () => {
    const author = await platform.createUser()
    const { id } = await platform.createComment({ asset, author })
    expect(await feature(author, id)).toBe('NOT_AUTHORIZED')
  })

  test('leaves comments alone that get another tag', async () => {
    expect(await modify('addTag', moderator, { name: 'something else' })).toBeNull()
    expect(await stored()).toMatchObject({ status: 'NONE' })
  })
})

describe('live', () => {
  test('subscribers of the discussion get an event with the current comment', async () => {
    const [on, off] = [
      await platform.subscribe(SUBSCRIBE('commentFeatured'), { id: asset.id }),
      await platform.subscribe(SUBSCRIBE('commentUnfeatured'), { id: asset.id }),
    ]
    await feature()
    await unfeature()
    const user = { id: moderator.user.id }
    expect((await on.next()).value.data).toMatchObject({
      commentFeatured: { comment: { id: comment.id, status: 'ACCEPTED' }, user },
    })
    expect((await off.next()).value.data).toEqual({
      commentUnfeatured: { comment: { id: comment.id, status: 'ACCEPTED', tags: [] }, user },
    })
    await Promise.all([on.return!(), off.return!()])
  })

  test("of another discussion they don't, and featuring again is no news", async () => {
    const elsewhere = await platform.createComment({ asset: await platform.createAsset() })
    const events = await platform.subscribe(SUBSCRIBE('commentFeatured'), { id: asset.id })
    const tag = (id: string) =>
      platform.as(moderator).graphql(
        `mutation ($id: ID!) {
          addTag(tag: { name: "FEATURED", id: $id, item_type: COMMENTS }) {
            errors { translation_key }
          }
        }`,
        { id },
      )
    await tag(elsewhere.id)
    await tag(comment.id)
    await tag(comment.id)
    const next = await platform.createComment({ asset })
    await tag(next.id)
    const heard = [await events.next(), await events.next()].map(
      ({ value }) => value.data['commentFeatured'].comment.id,
    )
    expect(heard).toEqual([comment.id, next.id])
    await events.return!()
  })

  test('only moderators get the events of all discussions; others get no events and no error', async () => {
    const reader = await platform.createUser()
    const callers = [platform.as(null), platform.as(reader), platform.as(moderator)]
    const [anonymousEvents, readerEvents, all] = await Promise.all(
      callers.map(caller => caller.subscribe(SUBSCRIBE('commentFeatured'))),
    )
    const silent = Promise.race([anonymousEvents!.next(), readerEvents!.next()])
    await feature()
    expect((await all!.next()).value.data['commentFeatured'].comment.id).toBe(comment.id)
    // Events arrive in order: when the moderator gets a later one, the others would have got theirs.
    await unfeature()
    await feature()
    expect((await all!.next()).value.data['commentFeatured'].comment.id).toBe(comment.id)
    await Promise.all([anonymousEvents!.return!(), readerEvents!.return!(), all!.return!()])
    expect(await silent).toEqual({ done: true, value: undefined })
  })
})
