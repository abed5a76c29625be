import { createTestPlatform, type TestPlatform, type TestUser } from '@platform/plugin-testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PASSWORD } from '../accounts/letters.ts'
import { post } from '../comments/operations.ts'

let platform: TestPlatform
let admin: TestUser

beforeAll(async () => {
  platform = await createTestPlatform()
  admin = await platform.createUser({ roles: ['ADMIN'] })
})
afterAll(() => platform[Symbol.asyncDispose]())

const PREVIEW = `query ($from: ID!, $into: ID!) {
  mergePreview(from: $from, into: $into) {
    from { id } into { id } comments visibleComments addresses
  }
}`
const MERGE = `mutation ($from: ID!, $into: ID!, $password: String) {
  mergeAssets(from: $from, into: $into, password: $password) { errors { translation_key } }
}`

async function merge(variables: object, as: TestUser = admin) {
  const { data } = await platform.as(as).graphql(MERGE, { ...variables })
  return data!['mergeAssets']?.errors.map((error: { translation_key: string }) => error.translation_key) ?? null
}

test('a merge is shown before, needs the password, and moves everything in the background', async () => {
  const from = await platform.createAsset({ url: 'http://localhost/from' })
  const into = await platform.createAsset({ url: 'http://localhost/into' })
  const author = platform.as(await platform.createUser())
  const { id } = await post(author, { asset_id: from.id, body: 'To be moved' })
  const { id: hidden } = await post(author, { asset_id: from.id, body: 'To be hidden' })
  await platform.services.comments.setStatus(admin.user, hidden!, 'REJECTED')
  const given = { from: from.id, into: into.id }
  expect((await platform.as(admin).graphql(PREVIEW, given)).data!['mergePreview']).toEqual({
    from: { id: from.id },
    into: { id: into.id },
    comments: 2,
    visibleComments: 1,
    addresses: ['http://localhost/from'],
  })
  platform.clock.advance(11 * 60_000)
  expect(await merge(given)).toEqual(['PASSWORD_AGAIN'])
  expect(await platform.services.assets.findByUrl('http://localhost/from')).toMatchObject({
    id: from.id,
    closedAt: null,
  })
  expect(await merge({ ...given, password: PASSWORD })).toBeNull()
  await platform.services.jobs.idle()
  expect(await platform.services.assets.findByUrl('http://localhost/from')).toMatchObject({
    id: into.id,
    comment_counts: { total: 1, statuses: { REJECTED: 1 } },
  })
  const { data } = await platform.graphql('query ($id: ID!) { comment(id: $id) { asset { id } } }', { id })
  expect(data).toEqual({ comment: { asset: { id: into.id } } })
  // Asking again finds no first discussion.
  expect(await merge({ ...given, password: PASSWORD })).toEqual(['NOT_FOUND'])
})

test('a discussion that is being merged is not merged into another one as well', async () => {
  const [from, into, other] = [await platform.createAsset(), await platform.createAsset(), await platform.createAsset()]
  const answers = await Promise.all(
    [into, other].map(({ id }) => merge({ from: from.id, into: id, password: PASSWORD })),
  )
  expect(answers).toContainEqual(['BAD_USER_INPUT'])
  expect(answers).toContain(null)
  await platform.services.jobs.idle()
  expect(await platform.services.assets.findByUrl(from.url)).toMatchObject({
    id: [into, other][answers.indexOf(null)]!.id,
  })
})

test('a discussion is not merged into itself or into an unknown one, and only by administrators', async () => {
  const { id } = await platform.createAsset()
  expect(await merge({ from: id, into: id, password: PASSWORD })).toEqual(['BAD_USER_INPUT'])
  expect(await merge({ from: id, into: 'unknown', password: PASSWORD })).toEqual(['NOT_FOUND'])
  const other = await platform.createAsset()
  const moderator = await platform.createUser({ roles: ['MODERATOR'] })
  const given = { from: id, into: other.id }
  expect(await merge({ ...given, password: PASSWORD }, moderator)).toEqual(['NOT_AUTHORIZED'])
  expect((await platform.as(moderator).graphql(PREVIEW, given)).errors).toMatchObject([{ code: 'NOT_AUTHORIZED' }])
})
