import type { UserRole } from '@platform/plugin-sdk'
import { createTestPlatform, type TestPlatform } from '@platform/plugin-testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import subscriber from '../server/index.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = await createTestPlatform({ plugins: [subscriber] })
})
afterAll(() => platform[Symbol.asyncDispose]())

const ADD = `mutation ($id: ID!) {
  addTag(tag: { name: "SUBSCRIBER", id: $id, item_type: USERS }) { errors { translation_key } }
}`
const REMOVE = ADD.replace('addTag', 'removeTag')
const READ = 'query ($id: ID!) { user(id: $id) { tags { tag { name } } } }'

const tagsOf = async (id: string) => (await platform.as({ roles: ['ADMIN'] }).graphql(READ, { id })).data!['user'].tags

test('an administrator marks a user as a subscriber, and takes it back', async () => {
  const { user } = await platform.createUser()
  const admin = platform.as({ roles: ['ADMIN'] })
  expect((await admin.graphql(ADD, { id: user.id })).data).toEqual({ addTag: null })
  expect(await tagsOf(user.id)).toEqual([{ tag: { name: 'SUBSCRIBER' } }])
  expect((await admin.graphql(REMOVE, { id: user.id })).data).toEqual({ removeTag: null })
  expect(await tagsOf(user.id)).toEqual([])
})

test.each<[who: string, roles: UserRole[] | null]>([
  ['an anonymous reader', null],
  ['another user', []],
  ['the staff', ['STAFF']],
  ['a moderator', ['MODERATOR']],
])('%s can not', async (_who, roles) => {
  const { user } = await platform.createUser()
  const { data } = await platform.as(roles && { roles }).graphql(ADD, { id: user.id })
  expect(data!['addTag'].errors).toEqual([{ translation_key: 'NOT_AUTHORIZED' }])
  expect(await tagsOf(user.id)).toEqual([])
})

test('users can not mark themselves', async () => {
  const account = await platform.createUser()
  const { data } = await platform.as(account).graphql(ADD, { id: account.user.id })
  expect(data!['addTag'].errors).toEqual([{ translation_key: 'NOT_AUTHORIZED' }])
})
