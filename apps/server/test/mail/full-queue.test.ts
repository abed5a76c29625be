import { createTestPlatform, type TestPlatform, type TestUser } from '@platform/plugin-testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newJob } from '../../src/jobs/queue.ts'
import { postJson } from '../accounts/requests.ts'
import { refusals } from '../moderation/operations.ts'

const MOST = 100_000
const WEEK = new Date(Date.now() + 7 * 86_400_000)
const FULL = 'mails about changes of accounts are left out: too many mails wait'

let platform: TestPlatform
let moderator: TestUser

/** As many jobs of one kind as are stored at most, all due in a year. */
async function fill(type: string): Promise<void> {
  const collection = platform.services.docstore.collection<ReturnType<typeof newJob>>('jobs')
  const now = new Date()
  const job = { type, payload: {}, now, dueAt: new Date(now.getTime() + 365 * 86_400_000) }
  for (let stored = 0; stored < MOST; stored += 5_000)
    await collection.insertMany(Array.from({ length: 5_000 }, () => newJob(job)))
}

beforeAll(async () => {
  platform = await createTestPlatform()
  moderator = await platform.createUser({ roles: ['ADMIN'] })
  await fill('mail.send')
  await fill('accounts.letter')
}, 120_000)
afterAll(() => platform[Symbol.asyncDispose]())

const DECISIONS = [
  ['a ban', 'banUser(input: { id: $id, message: "That was too much" })', {}],
  ['a suspension', 'suspendUser(input: { id: $id, message: "That was too much", until: $until })', { until: WEEK }],
  ['a rejected username', 'rejectUsername(id: $id, reason: "That was too much")', {}],
] as const

test.each(DECISIONS)('%s is stored while 100,000 mails wait', async (_name, decision, more) => {
  const { user } = await platform.createUser()
  expect(await refusals(platform.as(moderator), decision, { id: user.id, ...more })).toBeNull()
})

test('the log says once that mails are left out', async () => {
  for (const { user } of [await platform.createUser(), await platform.createUser()])
    await refusals(platform.as(moderator), DECISIONS[0][1], { id: user.id })
  expect(platform.logs.filter(({ msg }) => msg === FULL)).toEqual([
    expect.objectContaining({ template: 'banned', leftOut: 1 }),
  ])
})

test('an account is made while 100,000 mails with links wait, and is told that none was sent', async () => {
  const email = 'late@test.example'
  const given = { email, username: 'Late_Comer', password: 'a long enough password' }
  expect(await postJson(platform, '/api/v1/users', given)).toMatchObject({ status: 201 })
})

test('a mail that somebody asks for is refused while 100,000 wait', async () => {
  const asked = await postJson(platform, '/api/v1/account/password/reset', { email: 'ada@test.example' })
  expect(asked).toMatchObject({ status: 503, code: 'UNAVAILABLE' })
})
