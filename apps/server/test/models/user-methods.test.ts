import type { User } from '@platform/plugin-sdk'
import { createTestPlatform, type TestPlatform } from '@platform/plugin-testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { UserModel } from '../../src/compat/models/user.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = await createTestPlatform()
})
afterAll(() => platform[Symbol.asyncDispose]())

const stored = (id: string) => platform.services.docstore.collection<User>('users').findOne({ id })

describe('a field of a user that has the name of a method', () => {
  const FIELDS = { role: 'MODERATOR', firstEmail: 'ada@test.example', can: true, verifyPassword: true, save: true }

  test.each(Object.entries(FIELDS))('%s is refused when a plugin writes it', async (field, value) => {
    const {
      user: { id },
    } = await platform.createUser()
    const update = { $set: { [field]: value } }
    const refused = expect.objectContaining({ message: expect.stringContaining(`${field}: `) })
    await expect(UserModel.findOneAndUpdate({ id }, update)).rejects.toEqual(refused)
    await expect(UserModel.updateMany({ id }, update)).rejects.toEqual(refused)
    await expect(UserModel.updateOne({ id: 'new' }, update, { upsert: true })).rejects.toEqual(refused)
    expect(await stored(id)).not.toHaveProperty(field)
  })

  test('a role is refused in a new record too, and the message names the list', async () => {
    const username = 'Mary'
    await expect(
      UserModel.create({ username, lowercaseUsername: 'mary', role: 'ADMIN' } as Partial<User>),
    ).rejects.toThrow('role: is the strongest of `roles`; write that list in its place')
  })

  test('does no harm where it was stored already', async () => {
    const admin = await platform.createUser({ roles: ['ADMIN'] })
    const author = await platform.createUser()
    const { user } = author
    const { id } = await platform.createAsset()
    await platform.services.docstore.collection('users').updateOne({ id: user.id }, { $set: FIELDS })
    const { data, errors } = await platform
      .as(author)
      .graphql(
        'mutation ($id: ID!) { createComment(input: { asset_id: $id, body: "What I think" }) { comment { user { id } } } }',
        { id },
      )
    expect(errors).toEqual([])
    expect(data!['createComment'].comment.user).toEqual({ id: user.id })
    const list = await platform.as(admin).graphql('{ users(query: {}) { nodes { id role } } }')
    expect(list.errors).toEqual([])
    expect(list.data!['users'].nodes).toContainEqual({ id: user.id, role: 'COMMENTER' })
    const found = await UserModel.findById(user.id)
    expect([Reflect.get(found!, 'role'), typeof found!.save]).toEqual(['COMMENTER', 'function'])
  })
})

test('a role that a plugin sets on a user is stored as the only one', async () => {
  const {
    user: { id },
  } = await platform.createUser({ roles: ['STAFF'] })
  const user = await UserModel.findById(id)
  Object.assign(user!, { role: 'MODERATOR' })
  await user!.save()
  expect((await stored(id))!.roles).toEqual(['MODERATOR'])
})
