import type { User } from '@platform/plugin-sdk'
import { createTestPlatform, type TestPlatform } from '@platform/plugin-testing'
import { afterAll, beforeAll, expect, test } from 'vitest'

let platform: TestPlatform
beforeAll(async () => {
  platform = await createTestPlatform()
})
afterAll(() => platform[Symbol.asyncDispose]())

const users = () => platform.services.docstore.collection<User>('users')
const stored = async (id: string) => (await users().findOne({ id }))!

/** The code of the refusal; `null` when it was done. */
async function change(caller: TestPlatform, field: string, id: string): Promise<string | null> {
  const { data, errors } = await caller.graphql<
    Record<string, { errors: { translation_key: string }[] | null } | null>
  >(`mutation ($id: ID!) { ${field}(id: $id) { errors { translation_key } } }`, { id })
  expect(errors).toEqual([])
  return data![field]?.errors?.[0]?.translation_key ?? null
}

test('a reader ignores at most 1,000 users, also when several are added at the same moment [N17]', async () => {
  const reader = await platform.createUser()
  const others = await Promise.all(Array.from({ length: 10 }, () => platform.createUser()))
  const ignoresUsers = Array.from({ length: 995 }, (_, number) => `user-${number}`)
  await users().updateOne({ id: reader.user.id }, { $set: { ignoresUsers } })
  const caller = platform.as(reader)
  const codes = await Promise.all(others.map(({ user }) => change(caller, 'ignoreUser', user.id)))
  expect(codes.filter(code => code === null)).toHaveLength(5)
  expect(new Set(codes.filter(code => code !== null))).toEqual(new Set(['BAD_USER_INPUT']))
  expect((await stored(reader.user.id)).ignoresUsers).toHaveLength(1_000)
  const [ignored, refused] = [null, 'BAD_USER_INPUT'].map(code => others[codes.indexOf(code)]!.user.id)
  expect(await change(caller, 'stopIgnoringUser', ignored!)).toBeNull()
  expect(await change(caller, 'ignoreUser', refused!)).toBeNull()
})

test('the history of an account keeps the latest hundred decisions [N17]', async () => {
  const { user } = await platform.createUser()
  const moderator = platform.as(await platform.createUser({ roles: ['MODERATOR'] }))
  for (let turn = 0; turn < 52; turn++)
    for (const call of ['banUser(input: { id: $id, message: "" })', 'unbanUser(input: { id: $id })'])
      await moderator.graphql(`mutation ($id: ID!) { ${call} { errors { message } } }`, { id: user.id })
  const { status } = await stored(user.id)
  expect([status.banned.status, status.banned.history.length]).toEqual([false, 100])
})
