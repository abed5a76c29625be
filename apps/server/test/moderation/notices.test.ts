import { createTestPlatform, type TestPlatform, type TestUser } from '@platform/plugin-testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mailsTo } from '../accounts/letters.ts'
import { statements } from '../statements.ts'
import { refusals } from './operations.ts'

let platform: TestPlatform
let moderator: TestUser

beforeAll(async () => {
  platform = await createTestPlatform({ now: new Date('2026-03-01T12:00:00.000Z') })
  moderator = await platform.createUser({ roles: ['MODERATOR'] })
})
afterAll(() => platform[Symbol.asyncDispose]())

const until = new Date('2026-03-08T12:00:00.000Z')
const SENTENCES = [
  ['banned', (message: string) => `banUser(input: { id: $id, message: "${message}" })`, {}],
  [
    'suspended',
    (message: string) => `suspendUser(input: { id: $id, message: "${message}", until: $until })`,
    { until },
  ],
] as const

test.each(SENTENCES)(
  'a user who is %s gets a mail if the moderator writes a message, and no mail when the moderator lifts it',
  async (template, sentence, more) => {
    const [notified, without] = [await platform.createUser(), await platform.createUser()]
    for (const [{ user }, message] of [
      [notified, 'That was too much'],
      [without, ''],
    ] as const)
      expect(await refusals(platform.as(moderator), sentence(message), { id: user.id, ...more })).toBeNull()
    expect(
      await refusals(platform.as(moderator), sentence('That was too much'), { id: notified.user.id, ...more }),
    ).toBeNull()
    for (const { user } of [notified, without])
      await refusals(
        platform.as(moderator),
        template === 'banned' ? 'unbanUser(input: { id: $id })' : 'unsuspendUser(input: { id: $id })',
        { id: user.id },
      )
    const [mails, none] = [
      await mailsTo(platform, `${notified.user.username}@test.example`),
      await mailsTo(platform, `${without.user.username}@test.example`),
    ]
    expect([mails.map(mail => mail.template), none]).toEqual([[template], []])
    expect(mails[0]!.text).toContain('That was too much')
  },
)

test('the number of users is read from the store once until a user changes, and a suspension ends by itself', async () => {
  const count = async (state: object = {}) =>
    (
      await platform
        .as(moderator)
        .graphql('query ($query: UserCountQuery!) { userCount(query: $query) }', { query: { state } })
    ).data!['userCount'] as number
  const queries = (state?: object) => statements(() => count(state), 'users')
  const before = await count()
  const known = await queries()
  const other = await queries({ role: 'STAFF' })
  expect([other, await queries({ role: 'STAFF' })]).toEqual([known + 1, known])
  const person = await platform.createUser()
  expect(await count()).toBe(before + 1)
  await refusals(platform.as(moderator), SENTENCES[1][1](''), { id: person.user.id, until })
  const suspended = await count({ status: { suspended: true } })
  platform.clock.advance(8 * 86_400_000)
  const again = await platform.signIn(moderator)
  const { data } = await platform.as(again).graphql('{ userCount(query: { state: { status: { suspended: true } } }) }')
  expect([suspended, data!['userCount']]).toEqual([1, 0])
})
