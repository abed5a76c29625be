import type { Comment } from '@platform/plugin-sdk'
import { createTestPlatform, type TestPlatform, type TestUser } from '@platform/plugin-testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { post } from '../comments/operations.ts'

let platform: TestPlatform
let admin: TestUser

beforeAll(async () => {
  platform = await createTestPlatform()
  admin = await platform.createUser({ roles: ['ADMIN'] })
})
afterAll(() => platform[Symbol.asyncDispose]())

async function setRole({ user: { id } }: TestUser, role: string) {
  const { data } = await platform
    .as(admin)
    .graphql(
      'mutation ($id: ID!, $role: USER_ROLES!) { setUserRole(id: $id, role: $role, password: "a long enough password") { errors { translation_key } } }',
      { id, role },
    )
  expect(data).toEqual({ setUserRole: null })
  await platform.services.jobs.idle()
}
const marks = async ({ user: { id } }: TestUser) =>
  (
    await platform.services.docstore
      .collection<Comment>('comments')
      .find({ author_id: id }, { sort: { created_at: 1, id: 1 } })
      .toArray()
  ).map(({ tags }) => tags.map(({ tag }) => tag.name))

test("the staff's mark on comments goes with the role of their author, and other tags stay", async () => {
  const asset = await platform.createAsset()
  const person = await platform.createUser()
  const comment = await platform.createComment({ asset, author: person })
  await post(platform.as(person), { asset_id: asset.id })
  await platform.as(admin).graphql(
    `mutation ($id: ID!) {
      addTag(tag: { name: "LIKED", id: $id, item_type: COMMENTS }) { errors { translation_key } }
    }`,
    { id: comment.id },
  )
  const seen = async () =>
    (
      await platform.graphql('query ($id: ID!) { comment(id: $id) { tags { tag { name } assigned_by { id } } } }', {
        id: comment.id,
      })
    ).data!['comment']
  expect(await seen()).toEqual({ tags: [{ tag: { name: 'LIKED' }, assigned_by: null }] })

  await setRole(person, 'STAFF')
  expect(await marks(person)).toEqual([['LIKED', 'STAFF'], ['STAFF']])
  expect(await seen()).toEqual({
    tags: [
      { tag: { name: 'LIKED' }, assigned_by: null },
      { tag: { name: 'STAFF' }, assigned_by: null },
    ],
  })
  await setRole(person, 'MODERATOR')
  expect(await marks(person)).toEqual([['LIKED', 'STAFF'], ['STAFF']])
  await setRole(person, 'COMMENTER')
  expect(await marks(person)).toEqual([['LIKED'], []])
})
