import { createTestPlatform, type TestPlatform, type TestUser } from '@platform/plugin-testing'
import { afterAll, beforeAll, expect, test } from 'vitest'

const READ = '{ settings { rejectionReasons usernameRejectionReasons banMessage suspensionMessage } }'
const UPDATE = `mutation ($input: UpdateSettingsInput!) {
  updateSettings(input: $input) { errors { message ... on ValidationUserError { field_name } } }
}`

let platform: TestPlatform
let admin: TestUser
beforeAll(async () => {
  platform = await createTestPlatform()
  admin = await platform.createUser({ roles: ['ADMIN'] })
})
afterAll(() => platform[Symbol.asyncDispose]())

const update = async (input: object) =>
  (await platform.as(admin).graphql(UPDATE, { input })).data!['updateSettings']?.errors ?? null

test('a site has reasons and mails of its own, which moderators read, and readers do not', async () => {
  const moderator = await platform.createUser({ roles: ['MODERATOR'] })
  const read = async (as: TestUser | null) => (await platform.as(as).graphql(READ)).data!['settings']
  const none = { rejectionReasons: [], usernameRejectionReasons: [], banMessage: null, suspensionMessage: null }
  expect(await read(moderator)).toEqual(none)
  const own = {
    rejectionReasons: ['Off the subject', ' Off the subject ', 'Too rude'],
    usernameRejectionReasons: ['Not your name'],
    banMessage: 'You are banned.',
    suspensionMessage: 'Come back later.',
  }
  expect(await update(own)).toBe(null)
  expect(await read(moderator)).toEqual({ ...own, rejectionReasons: ['Off the subject', 'Too rude'] })
  expect(Object.values(await read(await platform.createUser()))).toEqual([null, null, null, null])
  expect(Object.values(await read(null))).toEqual([null, null, null, null])
  await update({ rejectionReasons: null, usernameRejectionReasons: null, banMessage: null, suspensionMessage: null })
  expect(await read(moderator)).toEqual(none)
})

test('what is too long, too many or empty is refused by its place, and nothing is stored', async () => {
  const found = await update({
    rejectionReasons: ['good', 'x'.repeat(501), ' '],
    usernameRejectionReasons: Array.from({ length: 31 }, (_, i) => `Reason ${i}`),
    banMessage: 'x'.repeat(2_001),
  })
  expect(found.map(({ field_name: field }: { field_name: string }) => field).sort()).toEqual([
    'banMessage',
    'rejectionReasons.1',
    'rejectionReasons.2',
    'usernameRejectionReasons',
  ])
  expect((await platform.services.settings.load()).rejectionReasons).toEqual([])
})
