import { PlatformError } from '@platform/plugin-sdk'
import { createTestPlatform, type TestPlatform, type TestUser } from '@platform/plugin-testing'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { StoredUser } from '#server/runtime/user-record'
import { mailsTo, PASSWORD } from './letters.ts'

const REQUEST = `mutation ($password: String) {
  requestDeletion(password: $password) { deletionAt errors { translation_key } }
}`
const CANCEL = 'mutation { cancelDeletion { errors { translation_key } } }'
const DAY = 86_400_000

let platform: TestPlatform
beforeAll(async () => {
  platform = await createTestPlatform({ now: new Date('2026-03-01T12:00:00.000Z') })
})
afterAll(() => platform[Symbol.asyncDispose]())

const request = async (user: TestUser | null, password: string | null = PASSWORD) =>
  (await platform.as(user).graphql(REQUEST, { password })).data!['requestDeletion']
const cancel = async (user: TestUser | null) => (await platform.as(user).graphql(CANCEL)).data!['cancelDeletion']
const exists = async ({ user }: TestUser) => (await platform.services.users.findById(user.id)) !== null
const refused = (code: string) => expect.objectContaining({ errors: [{ translation_key: code }] })

test('an account and its comments are deleted a day after its user requested it', async () => {
  const ada = await platform.createUser({ username: 'ada' })
  const comment = await platform.createComment({ asset: await platform.createAsset(), author: ada })
  const now = platform.clock.now().getTime()
  expect(await request(ada)).toEqual({ deletionAt: new Date(now + DAY).toISOString(), errors: null })
  expect(await request(ada)).toEqual(refused('DELETION_ALREADY_SCHEDULED'))
  expect((await platform.as(ada).graphql('{ me { deletionAt } }')).data!['me'].deletionAt).toBe(
    new Date(now + DAY).toISOString(),
  )
  expect((await mailsTo(platform, 'ada@test.example', 'deletion-requested'))[0]!.link).toMatch(/\/account\/deletion$/)
  platform.clock.advance(DAY - 1_000)
  await platform.mails()
  expect(await exists(ada)).toBe(true)
  platform.clock.advance(2_000)
  await platform.mails()
  expect(await exists(ada)).toBe(false)
  const stored = await platform.services.docstore
    .collection<{ id: string; body: string | null; author_id: string | null }>('comments')
    .findOne({ id: comment.id })
  expect(stored).toMatchObject({ body: null, author_id: null })
})

test('the password is given again, in the pages and by programs alike, and wrong ones are limited', async () => {
  const ada = await platform.createUser()
  expect(await request(ada, null)).toEqual(refused('PASSWORD_AGAIN'))
  for (let attempt = 0; attempt < 10; attempt++)
    expect(await request(ada, 'not the password')).toEqual(refused('PASSWORD_INCORRECT'))
  expect(await request(ada)).toEqual(refused('LOGIN_MAXIMUM_EXCEEDED'))
  platform.clock.advance(11 * 60_000)
  expect((await request(ada)).errors).toBeNull()
})

test('a user without a password has signed in within the last hour', async () => {
  const fromProvider = await platform.createUser()
  const stored = platform.services.docstore.collection<StoredUser>('users')
  await stored.updateOne({ id: fromProvider.user.id }, { $unset: { password: '' } })
  platform.clock.advance(61 * 60_000)
  expect(await request(fromProvider, null)).toEqual(refused('SIGN_IN_AGAIN'))
  expect((await request(await platform.signIn(fromProvider), null)).errors).toBeNull()
})

test('a user who asks to stay keeps the account, and may ask for its deletion again', async () => {
  const grace = await platform.createUser({ username: 'grace' })
  expect(await cancel(grace)).toEqual(refused('DELETION_NOT_SCHEDULED'))
  await request(grace)
  platform.clock.advance(DAY / 2)
  expect(await cancel(grace)).toBeNull()
  expect(await mailsTo(platform, 'grace@test.example', 'deletion-cancelled')).toHaveLength(1)
  platform.clock.advance(DAY)
  await platform.mails()
  expect(await exists(grace)).toBe(true)
  const again = await platform.signIn(grace)
  expect((await request(again)).errors).toBeNull()
  platform.clock.advance(DAY + 1_000)
  await platform.mails()
  expect(await exists(grace)).toBe(false)
})

test('deletion is requested at most five times a day, and leaves no job when it is cancelled', async () => {
  const undecided = await platform.createUser({ username: 'undecided' })
  const jobs = async () =>
    (await platform.services.jobs.list({ type: 'accounts.delete' })).filter(
      ({ payload }) => payload['userId'] === undecided.user.id,
    )
  for (let i = 0; i < 5; i++) {
    expect((await request(undecided)).errors).toBeNull()
    expect(await jobs()).toHaveLength(1)
    expect(await cancel(undecided)).toBeNull()
    expect(await jobs()).toEqual([])
  }
  expect(await request(undecided)).toEqual(refused('RATE_LIMIT_EXCEEDED'))
  await expect(platform.services.deletionRequests.request(undecided.user.id)).rejects.toThrow('try again in 24 hours')
  expect(await mailsTo(platform, 'undecided@test.example')).toHaveLength(10)
  platform.clock.advance(DAY)
  expect((await request(await platform.signIn(undecided))).errors).toBeNull()
})

test('the day is over for changing one’s mind when it is over', async () => {
  const late = await platform.createUser()
  await request(late)
  await platform.services.jobs.stop()
  platform.clock.advance(DAY)
  expect(await cancel(await platform.signIn(late))).toEqual(refused('DELETION_NOT_SCHEDULED'))
  await platform.services.jobs.start()
})

test('no other user sees or decides it, and a banned user may still leave [R02]', async () => {
  const [leaver, other, moderator] = [
    await platform.createUser(),
    await platform.createUser(),
    await platform.createUser({ roles: ['MODERATOR'] }),
  ]
  expect([await request(null), await cancel(null)]).toEqual([refused('NOT_AUTHORIZED'), refused('NOT_AUTHORIZED')])
  await platform
    .as(moderator)
    .graphql('mutation($id: ID!) { banUser(input: { id: $id, message: "" }) { errors { translation_key } } }', {
      id: leaver.user.id,
    })
  const banned = await platform.signIn(leaver)
  expect((await request(banned)).errors).toBeNull()
  expect(await cancel(other)).toEqual(refused('DELETION_NOT_SCHEDULED'))
  const seen = async (caller: TestUser) =>
    (await platform.as(caller).graphql('query($id: ID!) { user(id: $id) { deletionAt } }', { id: leaver.user.id }))
      .data?.['user']?.deletionAt ?? null
  expect([await seen(moderator), await seen(other)]).toEqual([expect.any(String), null])
})

test('the last administrator stays, also one who has become it while waiting [R09, R14]', async () => {
  await using site = await createTestPlatform({ now: new Date('2026-03-01T12:00:00.000Z') })
  const [one, two] = [await site.createUser({ roles: ['ADMIN'] }), await site.createUser({ roles: ['ADMIN'] })]
  for (const administrator of [one, two])
    expect(
      (await site.as(administrator).graphql(REQUEST, { password: PASSWORD })).data!['requestDeletion'].errors,
    ).toBeNull()
  site.clock.advance(DAY + 1_000)
  await site.mails()
  const left = await site.services.users.findByIds([one.user.id, two.user.id])
  expect(left).toHaveLength(1)
  expect(left[0]!.deletion_at).toBeNull()
  const last = site.as(await site.signIn({ user: left[0]! }))
  expect((await last.graphql(REQUEST, { password: PASSWORD })).data!['requestDeletion']).toEqual(refused('LAST_ADMIN'))
})

test('a deletion that can’t be queued at its time is tried again', async () => {
  await using site = await createTestPlatform({ now: new Date('2026-03-01T12:00:00.000Z') })
  const { user } = await site.createUser()
  const { deletionRequests, erasure, jobs, users } = site.services
  await deletionRequests.request(user.id)
  const full = vi
    .spyOn(erasure, 'request')
    .mockRejectedValueOnce(new PlatformError('UNAVAILABLE', 'Too many users.erase jobs are stored'))
  site.clock.advance(DAY + 1_000)
  await jobs.idle()
  expect([full.mock.calls.length, (await users.findById(user.id))?.id]).toEqual([1, user.id])
  site.clock.advance(DAY)
  await jobs.idle()
  expect(await users.findById(user.id)).toBeNull()
})
