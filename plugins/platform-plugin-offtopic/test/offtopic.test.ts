import type { Asset, UserRole } from '@platform/plugin-sdk'
import { createTestPlatform, type TestPlatform, type TestUser } from '@platform/plugin-testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import offtopic from '../server/index.ts'

let platform: TestPlatform
let asset: Asset
let author: TestUser

beforeAll(async () => {
  platform = await createTestPlatform({ plugins: [offtopic] })
  asset = await platform.createAsset()
  author = await platform.createUser()
})
afterAll(() => platform[Symbol.asyncDispose]())

const POST = `mutation ($input: CreateCommentInput!) {
  createComment(input: $input) { comment { id } errors { translation_key } }
}`
const READ = 'query ($id: ID!) { comment(id: $id) { tags { tag { name } } } }'

async function modify(field: 'addTag' | 'removeTag', user: TestUser | null, id: string): Promise<string | null> {
  const { data } = await platform.as(user).graphql(
    `mutation ($id: ID!) {
      ${field}(tag: { name: "OFF_TOPIC", id: $id, item_type: COMMENTS }) {
        errors { translation_key }
      }
    }`,
    { id },
  )
  return data![field]?.errors[0].translation_key ?? null
}
async function names(id: string): Promise<string[]> {
  const { data } = await platform.graphql(READ, { id })
  return data!['comment'].tags.map((link: { tag: { name: string } }) => link.tag.name)
}

test('an author says it while writing', async () => {
  const { data } = await platform
    .as(author)
    .graphql(POST, { input: { asset_id: asset.id, body: 'By the way ...', tags: ['OFF_TOPIC'] } })
  expect(data!['createComment'].errors).toBeNull()
  expect(await names(data!['createComment'].comment.id)).toEqual(['OFF_TOPIC'])
})

test('an author says it later, and takes it back', async () => {
  const { id } = await platform.createComment({ asset, author })
  expect(await modify('addTag', author, id)).toBeNull()
  expect(await modify('addTag', author, id)).toBeNull()
  expect(await names(id)).toEqual(['OFF_TOPIC'])
  expect(await modify('removeTag', author, id)).toBeNull()
  expect(await names(id)).toEqual([])
})

test.each<[who: string, roles: UserRole[] | null]>([
  ['an anonymous reader', null],
  ['another reader', []],
  ['the staff', ['STAFF']],
  ['a moderator', ['MODERATOR']],
  ['an administrator', ['ADMIN']],
])('by %s it is refused, and not silently', async (_who, roles) => {
  const { id } = await platform.createComment({ asset, author, tags: ['OFF_TOPIC'] })
  const user = roles && (await platform.createUser({ roles }))
  expect(await modify('addTag', user, id)).toBe('NOT_AUTHORIZED')
  expect(await modify('removeTag', user, id)).toBe('NOT_AUTHORIZED')
  expect(await names(id)).toEqual(['OFF_TOPIC'])
})

test('lists can be asked for by it', async () => {
  const discussion = await platform.createAsset()
  const { id } = await platform.createComment({ asset: discussion, author, tags: ['OFF_TOPIC'] })
  await platform.createComment({ asset: discussion, author })
  const { data } = await platform.graphql(
    'query ($id: ID!) { asset(id: $id) { comments(query: { tags: ["OFF_TOPIC"] }) { nodes { id } } } }',
    { id: discussion.id },
  )
  expect(data!['asset'].comments.nodes).toEqual([{ id }])
})
