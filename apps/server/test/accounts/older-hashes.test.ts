import { createTestPlatform, type TestPlatform } from '@platform/plugin-testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { StoredUser } from '#server/runtime/user-record'
import { PASSWORD, tryToSignIn } from './attempts.ts'

/** Of the same password, as an older system stored it: bcrypt at cost 10. */
const OLDER = '$2a$10$bIP0BRx786P.ppCs3wK8JewxqT3lgjtsD77OQjqA68QRbGL5SATFa'

let platform: TestPlatform
beforeAll(async () => {
  platform = await createTestPlatform({ strongHashes: true })
})
afterAll(() => platform[Symbol.asyncDispose]())

test('a password that is stored by bcrypt signs its user in, and from then on it is stored by argon2id', async () => {
  const users = platform.services.docstore.collection<StoredUser>('users')
  const {
    user: { id },
    token,
  } = await platform.createUser({ username: 'Ada' })
  await users.updateOne({ id }, { $set: { password: OLDER } })
  const stored = async () => (await users.findOne({ id }))!.password!
  expect([(await tryToSignIn(platform, {})).status, await stored()]).toEqual([401, OLDER])
  expect((await tryToSignIn(platform, { password: PASSWORD })).status).toBe(200)
  const upgraded = await stored()
  expect(upgraded).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  // That was no change of the password: sessions go on, and the next sign-in stores nothing.
  expect((await platform.http('/api/v1/account', { headers: { authorization: `Bearer ${token}` } })).status).toBe(200)
  expect([
    (await tryToSignIn(platform, { password: PASSWORD })).status,
    await stored(),
    (await tryToSignIn(platform, {})).status,
  ]).toEqual([200, upgraded, 401])
})

test('five simultaneous sign-ins all succeed', async () => {
  const users = platform.services.docstore.collection<StoredUser>('users')
  const {
    user: { id },
  } = await platform.createUser({ username: 'Grace' })
  await users.updateOne({ id }, { $set: { password: OLDER } })
  const outcomes = await Promise.all(
    Array.from({ length: 5 }, () => tryToSignIn(platform, { email: 'grace@test.example', password: PASSWORD })),
  )
  expect(outcomes.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  expect((await users.findOne({ id }))!.password).toMatch(/^\$argon2id\$/)
})
