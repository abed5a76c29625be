import { createTestPlatform, type TestPlatform, type TestUser } from '@platform/plugin-testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mailsTo } from '../accounts/letters.ts'
import { refusals } from './operations.ts'

let platform: TestPlatform
let moderator: TestUser

beforeAll(async () => {
  platform = await createTestPlatform({ now: new Date('2026-03-01T12:00:00.000Z') })
  moderator = await platform.createUser({ roles: ['MODERATOR'] })
})
afterAll(() => platform[Symbol.asyncDispose]())

const reject = (id: string, reason: string) =>
  refusals(platform.as(moderator), `rejectUsername(id: $id, reason: ${JSON.stringify(reason)})`, { id })

const HISTORY = `query ($id: ID!) {
  user(id: $id) { state { status { username { history { status username message assigned_by { id } } } } } }
}`

test('a username is rejected with a reason, which the user is mailed and moderators find in the history', async () => {
  const person = await platform.createUser({ username: 'first_name' })
  const { id } = person.user
  expect(await reject(id, ' It is the name of a brand. ')).toBeNull()
  platform.clock.advance(10_000)
  const [mail] = await mailsTo(platform, 'first_name@test.example', 'username-rejected')
  expect(mail!.text).toContain('It is the name of a brand.')
  expect(await refusals(platform.as(person), 'changeUsername(id: $id, username: "second_name")', { id })).toBeNull()
  const { data } = await platform.as(moderator).graphql(HISTORY, { id })
  expect(data!['user'].state.status.username.history).toEqual([
    { status: 'SET', username: 'first_name', message: null, assigned_by: null },
    {
      status: 'REJECTED',
      username: 'first_name',
      message: 'It is the name of a brand.',
      assigned_by: { id: moderator.user.id },
    },
    { status: 'CHANGED', username: 'second_name', message: null, assigned_by: null },
  ])
})

test('a reason that is too long is refused, and the username stays', async () => {
  const { user } = await platform.createUser()
  expect(await reject(user.id, 'x'.repeat(501))).toEqual(['BAD_USER_INPUT'])
  const { data } = await platform.as(moderator).graphql(HISTORY, { id: user.id })
  expect(data!['user'].state.status.username.history).toHaveLength(1)
})
