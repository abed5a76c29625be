import type { PluginRouter, User } from '@platform/plugin-sdk'
import { createTestPlatform, type TestPlatform } from '@platform/plugin-testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { UserModel } from '../../src/compat/models/user.ts'
import { users } from '../../src/compat/services/users.ts'
import { PASSWORD, post } from '../accounts/attempts.ts'
import { named } from '../compose/named.ts'

/** A route that writes what is posted to a user, and answers with the errors of saving. */
const saving = named('saving', {
  router(router: PluginRouter) {
    router.post('/api/v1/saving', async (req, res) => {
      const errors: string[] = []
      for (const record of [req.user, await UserModel.findById(req.user!.id)])
        await Object.assign(record!, req.body)
          .save()
          .catch((error: Error) => errors.push(error.message))
      res.json(errors)
    })
  },
})

let platform: TestPlatform
beforeAll(async () => {
  platform = await createTestPlatform({ plugins: [saving] })
})
afterAll(() => platform[Symbol.asyncDispose]())

type Stored = User & { readonly password?: string; readonly tokens?: readonly object[] }
const stored = (filter: { readonly id?: string; readonly username?: string }) =>
  platform.services.docstore.collection<Stored>('users').findOne(filter)
const nameOf = (username: string) => ({
  username,
  lowercaseUsername: username,
  profiles: [{ provider: 'elsewhere', id: username }],
})

describe('a password in plain text', () => {
  const plain = { password: 'a plain password' } as Partial<User>
  const refused = { message: expect.stringContaining('password: is no hash; store what `hashPassword`') }

  test('is not stored by an update, an upsert or a new record; the hash of hashPassword is, and signs in', async () => {
    const { user } = await platform.createUser({ username: 'hashed' })
    const before = await stored({ id: user.id })
    await expect(UserModel.updateOne({ id: user.id }, { $set: plain })).rejects.toMatchObject(refused)
    await expect(UserModel.updateMany({ id: user.id }, { $set: plain })).rejects.toMatchObject(refused)
    const upsert = UserModel.updateOne({ id: 'new' }, { ...nameOf('upserted'), ...plain } as never, { upsert: true })
    await expect(upsert).rejects.toMatchObject(refused)
    await expect(UserModel.create({ ...nameOf('made'), ...plain } as never)).rejects.toMatchObject(refused)
    await expect(new UserModel({ ...nameOf('made'), ...plain } as never).save()).rejects.toMatchObject(refused)
    expect(await stored({ id: user.id })).toEqual(before)
    expect([await stored({ username: 'made' }), await stored({ username: 'upserted' })]).toEqual([null, null])

    const password = await users.hashPassword('another long enough one')
    await UserModel.updateOne({ id: user.id }, { $set: { password } })
    const account = { email: 'hashed@test.example', password: 'another long enough one' }
    expect((await post(platform, '/api/v1/auth/local', account)).status).toBe(200)
    expect((await post(platform, '/api/v1/auth/local', { ...account, password: PASSWORD })).status).toBe(401)
  })
})

test.each([
  ['password', 'a plain password'],
  ['tokens', []],
  ['attaching', null],
])('save stores no %s, in the user object of a caller or a record of the model', async (field, value) => {
  const caller = await platform.createUser()
  const before = await stored({ id: caller.user.id })
  const answer = await platform.as(caller).http('/api/v1/saving', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ [field]: value }),
  })
  const refused = expect.stringContaining(`save() does not store ${field}, because no plugin gets it`)
  expect(await answer.json()).toEqual([refused, refused])
  expect(await stored({ id: caller.user.id })).toEqual(before)
})
