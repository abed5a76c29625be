import { createTestPlatform, type TestPlatform, type TestUser } from '@platform/plugin-testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mailsTo } from '../accounts/letters.ts'
import { startMailbox } from '../mail/smtp-server.ts'
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
    platform.clock.advance(10_000)
    await platform.mails()
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

const REVERSALS = [
  ['banned', 'banUser(input: { id: $id, message: "That was too much" })', 'unbanUser(input: { id: $id })'],
  [
    'suspended',
    'suspendUser(input: { id: $id, message: "That was too much", until: "2026-03-08T12:00:00.000Z" })',
    'unsuspendUser(input: { id: $id })',
  ],
  ['username-rejected', 'rejectUsername(id: $id, reason: "That was too much")', 'approveUsername(id: $id)'],
] as const

test.each(REVERSALS)(
  'the mail %s waits ten seconds, and is withdrawn with its decision',
  async (template, make, undo) => {
    const [kept, undone] = [await platform.createUser(), await platform.createUser()]
    const does = async (mutation: string, { user }: TestUser) =>
      expect(await refusals(platform.as(moderator), mutation, { id: user.id })).toBeNull()
    const mails = async ({ user }: TestUser) =>
      (await mailsTo(platform, `${user.username}@test.example`)).map(mail => mail.template)
    for (const person of [kept, undone]) await does(make, person)
    platform.clock.advance(9_000)
    expect([await mails(kept), await mails(undone)]).toEqual([[], []])
    await does(undo, undone)
    platform.clock.advance(1_000)
    expect([await mails(kept), await mails(undone)]).toEqual([[template], []])
    // A decision that is made again is mailed like the first one.
    await does(make, undone)
    platform.clock.advance(10_000)
    expect(await mails(undone)).toEqual([template])
  },
)

test('a decision that is changed within ten seconds is mailed once, as it is at last', async () => {
  const { user } = await platform.createUser()
  for (const [message, day] of [
    ['First words', '2026-03-08'],
    ['Last words', '2026-03-09'],
  ])
    expect(
      await refusals(
        platform.as(moderator),
        `suspendUser(input: { id: $id, message: "${message}", until: "${day}T12:00:00.000Z" })`,
        { id: user.id },
      ),
    ).toBeNull()
  platform.clock.advance(10_000)
  const mails = await mailsTo(platform, `${user.username}@test.example`)
  expect(mails.map(({ text }) => /\w+ words/.exec(text)?.[0])).toEqual(['Last words'])
})

test('a decision made while an earlier one is being mailed is mailed in its place', async () => {
  const [begun, decided] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let mails = 0
  await using mailbox = await startMailbox({
    onRcptTo(_address, _session, done) {
      if (++mails > 1) return done()
      begun.resolve()
      decided.promise.then(() => done(Object.assign(new Error('try later'), { responseCode: 451 })))
    },
  })
  await using server = await createTestPlatform({ now: new Date('2026-03-01T12:00:00.000Z'), env: mailbox.env })
  const judge = server.as(await server.createUser({ roles: ['MODERATOR'] }))
  const { user } = await server.createUser()
  const suspend = (message: string, day: string) =>
    refusals(judge, `suspendUser(input: { id: $id, message: "${message}", until: "${day}T12:00:00.000Z" })`, {
      id: user.id,
    })
  expect(await suspend('First words', '2026-03-08')).toBeNull()
  server.clock.advance(10_000)
  const idle = server.services.jobs.idle()
  await begun.promise
  expect(await suspend('Last words', '2026-03-09')).toBeNull()
  decided.resolve()
  await idle
  server.clock.advance(3_600_000)
  await server.services.jobs.idle()
  expect(mailbox.received.map(({ mail }) => /\w+ words/.exec(mail.text ?? '')?.[0])).toEqual(['Last words'])
  expect(await server.services.jobs.list({ type: 'mail.send' })).toEqual([])
})

test('the mail of a decision is sent after a restart of the server, and one that was withdrawn is not', async () => {
  await using server = await createTestPlatform({ now: new Date('2026-03-01T12:00:00.000Z') })
  const judge = await server.createUser({ roles: ['MODERATOR'] })
  const [kept, undone] = [await server.createUser(), await server.createUser()]
  for (const { user } of [kept, undone])
    await refusals(server.as(judge), 'banUser(input: { id: $id, message: "Enough" })', { id: user.id })
  await refusals(server.as(judge), 'unbanUser(input: { id: $id })', { id: undone.user.id })
  await server.restart()
  server.clock.advance(10_000)
  expect((await server.mails()).filter(({ template }) => template === 'banned').map(({ to }) => to)).toEqual([
    `${kept.user.username}@test.example`,
  ])
})

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
  // Those with the role, less those with a stronger one.
  expect([other, await queries({ role: 'STAFF' })]).toEqual([known + 2, known])
  const person = await platform.createUser()
  expect(await count()).toBe(before + 1)
  await refusals(platform.as(moderator), SENTENCES[1][1](''), { id: person.user.id, until })
  expect(await count({ status: { suspended: true } })).toBeGreaterThan(0)
  platform.clock.advance(8 * 86_400_000)
  const again = await platform.signIn(moderator)
  const { data } = await platform.as(again).graphql('{ userCount(query: { state: { status: { suspended: true } } }) }')
  expect(data!['userCount']).toBe(0)
})

test('a message reaches the user without NUL and without halves of characters', async () => {
  moderator = await platform.signIn(moderator)
  const { user } = await platform.createUser({ username: 'halved' })
  const { data } = await platform.as(moderator).graphql(
    `mutation ($id: ID!, $message: String!) {
      banUser(input: { id: $id, message: $message }) { errors { translation_key } }
    }`,
    { id: user.id, message: 'That was \0too\ud83d much' },
  )
  expect(data!['banUser']).toBeNull()
  platform.clock.advance(10_000)
  expect((await mailsTo(platform, 'halved@test.example', 'banned'))[0]!.text).toContain('That was too\ufffd much')
})

test('a user whose imported name is long is banned with a mail', async () => {
  const { user } = await platform.createUser({ username: 'imported' })
  const username = 'x'.repeat(300)
  const names = { username, lowercaseUsername: username }
  await platform.services.docstore.collection<object>('users').updateOne({ id: user.id }, { $set: names })
  expect(await refusals(platform.as(moderator), SENTENCES[0][1]('Too much'), { id: user.id })).toBeNull()
  platform.clock.advance(10_000)
  expect((await mailsTo(platform, 'imported@test.example', 'banned'))[0]!.text).toContain(username)
})

test('a user whose stored address is none is banned without a mail, and the log says so', async () => {
  const { user } = await platform.createUser()
  const profiles = [{ provider: 'local', id: 'root@localhost', metadata: {} }]
  await platform.services.docstore.collection<object>('users').updateOne({ id: user.id }, { $set: { profiles } })
  expect(await refusals(platform.as(moderator), SENTENCES[0][1]('Too much'), { id: user.id })).toBeNull()
  expect(platform.logs).toContainEqual(
    expect.objectContaining({ msg: 'a mail is left out: the address of the account is no e-mail address' }),
  )
})
