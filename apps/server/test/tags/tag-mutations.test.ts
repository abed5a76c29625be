import type { Asset, Comment, Tag } from '@platform/plugin-sdk'
import { createTestPlatform, type TestPlatform, type TestUser } from '@platform/plugin-testing'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

const created_at = new Date('2026-01-01T00:00:00.000Z')
const TAGS: Tag[] = [
  {
    name: 'OFF_TOPIC',
    permissions: { public: true, self: true, roles: [] },
    models: ['COMMENTS', 'ASSETS', 'USERS'],
    created_at,
  },
  {
    name: 'FEATURED',
    permissions: { public: true, self: false, roles: ['ADMIN', 'MODERATOR'] },
    models: ['COMMENTS'],
    created_at,
  },
]

type Item = 'ASSETS' | 'COMMENTS' | 'USERS'
interface Wish {
  readonly name: string
  readonly id: string
  readonly item_type?: Item
  readonly asset_id?: string
}

let platform: TestPlatform
let asset: Asset
let author: TestUser
let comment: Comment
const people: Record<string, TestUser> = {}

beforeAll(async () => {
  platform = await createTestPlatform({ plugins: [{ tags: TAGS }] })
  asset = await platform.createAsset()
  author = await platform.createUser()
  people['author'] = author
  people['reader'] = await platform.createUser()
  for (const role of ['STAFF', 'MODERATOR', 'ADMIN'] as const)
    people[role] = await platform.createUser({ roles: [role] })
})
beforeEach(async () => {
  comment = await platform.createComment({ asset, author })
})
afterAll(() => platform[Symbol.asyncDispose]())

async function ask(field: 'addTag' | 'removeTag', user: TestUser | null, wish: Wish): Promise<string | null> {
  const { data } = await platform
    .as(user)
    .graphql(`mutation ($tag: ModifyTagInput!) { ${field}(tag: $tag) { errors { translation_key } } }`, {
      tag: { item_type: 'COMMENTS', ...wish },
    })
  return data![field]?.errors[0].translation_key ?? null
}
const add = (user: TestUser | null, wish: Partial<Wish>) =>
  ask('addTag', user, { name: 'OFF_TOPIC', id: comment.id, ...wish })
const remove = (user: TestUser | null, wish: Partial<Wish>) =>
  ask('removeTag', user, { name: 'OFF_TOPIC', id: comment.id, ...wish })
const stored = async (id = comment.id) =>
  (await platform.services.docstore.collection<Comment>('comments').findOne({ id }))!
const names = async () => (await stored()).tags.map(({ tag }) => tag.name)

test.each<[who: string, name: string, answer: string | null]>([
  ['author', 'OFF_TOPIC', null],
  ['reader', 'OFF_TOPIC', 'NOT_AUTHORIZED'],
  ['STAFF', 'OFF_TOPIC', 'NOT_AUTHORIZED'],
  ['ADMIN', 'OFF_TOPIC', 'NOT_AUTHORIZED'],
  ['an anonymous reader', 'OFF_TOPIC', 'NOT_AUTHORIZED'],
  ['author', 'FEATURED', 'NOT_AUTHORIZED'],
  ['STAFF', 'FEATURED', 'NOT_AUTHORIZED'],
  ['MODERATOR', 'FEATURED', null],
  ['ADMIN', 'FEATURED', null],
  ['author', 'made up', 'NOT_AUTHORIZED'],
  ['reader', 'made up', 'NOT_AUTHORIZED'],
  ['STAFF', 'made up', null],
  ['ADMIN', 'made up', null],
  ['author', 'STAFF', 'NOT_AUTHORIZED'],
  ['STAFF', 'STAFF', 'NOT_AUTHORIZED'],
  ['ADMIN', 'STAFF', 'NOT_AUTHORIZED'],
])('%s puts %s on a comment, and takes it off: %s [R15]', async (who, name, answer) => {
  const user = people[who] ?? null
  expect(await add(user, { name })).toBe(answer)
  expect(await names()).toEqual(answer === null ? [name] : [])
  expect(await remove(user, { name })).toBe(answer)
  expect(await names()).toEqual([])
})

test('a tag that the site defines is for the roles it names [R15]', async () => {
  const { settings } = platform.services
  const cooking = { name: 'COOKING', permissions: { roles: ['STAFF'], self: false }, models: ['COMMENTS'], created_at }
  await settings.update({ tags: [cooking] })
  expect([
    await add(author, { name: 'COOKING' }),
    await add(people['STAFF']!, { name: 'COOKING' }),
    await names(),
  ]).toEqual(['NOT_AUTHORIZED', null, ['COOKING']])
  await expect(settings.update({ tags: [{ ...cooking, name: 'STAFF' }] })).rejects.toMatchObject({
    code: 'BAD_USER_INPUT',
  })
  await expect(settings.update({ tags: [cooking, cooking] })).rejects.toMatchObject({ code: 'BAD_USER_INPUT' })
  await settings.update({ tags: null })
})

test("a discussion with tags of its own has those and not the site's; plugins' are everywhere [R15]", async () => {
  const { settings } = platform.services
  const tag = (name: string) => ({ name, permissions: { self: true }, models: ['COMMENTS'], created_at })
  await settings.update({ tags: [tag('SITE')] })
  const change = (tags: unknown) =>
    platform.as(people['ADMIN']!).http(`/api/v1/assets/${asset.id}/settings`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ tags }),
    })
  const answers = async () => [
    await add(author, { name: 'SITE' }),
    await add(author, { name: 'OWN' }),
    await add(author, { name: 'OFF_TOPIC' }),
  ]
  const post = async (name: string) =>
    (
      await platform.as(author).graphql(
        `mutation ($input: CreateCommentInput!) {
          createComment(input: $input) {
            comment { tags { tag { name } } } errors { translation_key }
          }
        }`,
        { input: { asset_id: asset.id, body: `About ${name}`, tags: [name] } },
      )
    ).data!['createComment']
  expect(await answers()).toEqual([null, 'NOT_AUTHORIZED', null])
  expect((await change([tag('OWN')])).status).toBeLessThan(300)
  comment = await platform.createComment({ asset, author })
  expect(await answers()).toEqual(['NOT_AUTHORIZED', null, null])
  expect([await post('OWN'), await post('SITE')]).toEqual([
    { comment: { tags: [{ tag: { name: 'OWN' } }] }, errors: null },
    { comment: null, errors: [{ translation_key: 'NOT_AUTHORIZED' }] },
  ])
  expect((await change([tag('STAFF')])).status).toBe(400)
  expect((await change([])).status).toBeLessThan(300)
  expect(await post('SITE')).toMatchObject({ comment: null })
  expect((await change(null)).status).toBeLessThan(300)
  expect(await post('SITE')).toMatchObject({ errors: null })
  await settings.update({ tags: null })
})

test('the link says who and when, and keeps the definition', async () => {
  await add(people['MODERATOR']!, { name: 'FEATURED' })
  const { tags, updated_at } = await stored()
  expect(tags).toEqual([{ tag: TAGS[1], assigned_by: people['MODERATOR']!.user.id, created_at: expect.any(Date) }])
  expect(updated_at.getTime()).toBeGreaterThanOrEqual(tags[0]!.created_at.getTime())
})

test('simultaneous requests put a tag on once, and take it off once [K22]', async () => {
  expect(new Set(await Promise.all(Array.from({ length: 10 }, () => add(author, {}))))).toEqual(new Set([null]))
  expect(await names()).toEqual(['OFF_TOPIC'])
  expect(await Promise.all([remove(author, {}), remove(author, {})])).toEqual([null, null])
  expect(await names()).toEqual([])
})

describe('refused', () => {
  test.each<[what: string, wish: () => Promise<Partial<Wish>>]>([
    ['what is not there', async () => ({ id: 'nothing' })],
    [
      'a comment that is hidden',
      async () => ({ id: (await platform.createComment({ asset, status: 'REJECTED' })).id }),
    ],
    ['a comment of another discussion', async () => ({ asset_id: 'another' })],
    [
      'a comment whose author is gone',
      async () => {
        await platform.services.docstore
          .collection('comments')
          .updateOne({ id: comment.id }, { $set: { deleted_at: new Date() } })
        return {}
      },
    ],
    ['a person by the id of a comment', async () => ({ item_type: 'USERS' })],
  ])('%s', async (_what, wish) => {
    const asked = { name: 'made up', ...(await wish()) }
    expect([await add(people['STAFF']!, asked), await remove(people['STAFF']!, asked)]).toEqual([
      'NOT_FOUND',
      'NOT_FOUND',
    ])
    expect(await names()).toEqual([])
  })

  test('authors who are banned', async () => {
    const banned = await platform.createUser()
    const own = await platform.createComment({ asset, author: banned })
    await platform.services.docstore
      .collection('users')
      .updateOne({ id: banned.user.id }, { $set: { 'status.banned.status': true } })
    expect(await add(banned, { id: own.id })).toBe('NOT_AUTHORIZED')
  })

  test.each([
    ['without a name', ''],
    ['with blanks for a name', '  '],
    ['with a name that is too long', 'x'.repeat(101)],
  ])('a tag %s', async (_what, name) => {
    expect(await add(people['ADMIN']!, { name })).toBe('BAD_USER_INPUT')
  })

  test('more tags than an item holds', async () => {
    for (let i = 0; i < 50; i++) expect(await add(people['ADMIN']!, { name: `tag ${i}` })).toBeNull()
    expect(await add(people['ADMIN']!, { name: 'one too many' })).toBe('BAD_USER_INPUT')
    expect(await add(people['ADMIN']!, { name: 'tag 7' })).toBeNull()
  })
})

test('users may tag themselves when the tag allows it, and only staff may tag assets [R15]', async () => {
  expect(await add(author, { item_type: 'USERS', id: author.user.id })).toBeNull()
  expect(await add(author, { item_type: 'USERS', id: people['reader']!.user.id })).toBe('NOT_AUTHORIZED')
  expect(await add(author, { item_type: 'ASSETS', id: asset.id })).toBe('NOT_AUTHORIZED')
  expect(await add(people['STAFF']!, { item_type: 'ASSETS', id: asset.id })).toBeNull()
  expect(await remove(author, { item_type: 'ASSETS', id: asset.id })).toBe('NOT_AUTHORIZED')
  expect(await remove(people['STAFF']!, { item_type: 'ASSETS', id: asset.id })).toBeNull()
  expect(await add(people['STAFF']!, { item_type: 'ASSETS', id: asset.id, name: 'long read' })).toBeNull()
  const { data } = await platform.graphql('query ($id: ID!) { asset(id: $id) { tags { tag { name } } } }', {
    id: asset.id,
  })
  expect(data!['asset'].tags).toEqual([{ tag: { name: 'long read' } }])
})

test('readers who share an answer see the tag immediately', async () => {
  const read = async () =>
    (await platform.graphql('query ($id: ID!) { comment(id: $id) { tags { tag { name } } } }', { id: comment.id }))
      .data!['comment'].tags
  expect(await read()).toEqual([])
  await add(author, {})
  expect(await read()).toEqual([{ tag: { name: 'OFF_TOPIC' } }])
  await remove(author, {})
  expect(await read()).toEqual([])
})

test('a tag that is put on or taken off is announced to plugins, once', async () => {
  const heard: unknown[] = []
  for (const event of ['tagAdded', 'tagRemoved'])
    platform.services.events.local.on(event, payload => heard.push([event, payload]))
  for (const _again of [1, 2]) await add(people['ADMIN']!, { name: 'FEATURED' })
  for (const _again of [1, 2]) await remove(people['ADMIN']!, { name: 'FEATURED' })
  const payload = { id: comment.id, item_type: 'COMMENTS', name: 'FEATURED', asset_id: asset.id }
  expect(heard).toEqual([
    ['tagAdded', payload],
    ['tagRemoved', payload],
  ])
})
