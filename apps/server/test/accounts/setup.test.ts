import type { User } from '@platform/plugin-sdk'
import { createTestPlatform, type TestPlatform } from '@platform/plugin-testing'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { testWith } from '../../../../test/needs.ts'
import { onEveryKvstore } from '../kvstores.ts'
import { REDIS, startRedis } from '../redis.ts'
import { postJson } from './requests.ts'

let platform: TestPlatform
beforeEach(async () => {
  platform = await createTestPlatform()
})
afterEach(() => platform[Symbol.asyncDispose]())

const USER = { email: 'ada@test.example', username: 'Ada', password: 'long enough' }
let token: string
beforeEach(async () => {
  token = await platform.services.setupToken.issue()
})
const setUp = (body: Record<string, unknown> = {}) =>
  postJson(platform, '/api/v1/setup', { token, settings: { organizationName: 'The Paper' }, user: USER, ...body })
const installed = async () =>
  ((await (await platform.http('/api/v1/setup')).json()) as { installed: boolean }).installed
const administrators = () => platform.services.docstore.collection<User>('users').countDocuments({ roles: 'ADMIN' })

test('an error about a setting names the setting', async () => {
  const { status, body } = await setUp({ settings: { nope: 1, domains: { nowhere: [] } } })
  expect([status, body.error.metadata.problems.map(({ field }: { field: string }) => field).toSorted()]).toEqual([
    400,
    ['settings.domains.nowhere', 'settings.nope'],
  ])
  expect(body.error.message).toContain('settings.nope: ')
})

test('makes the first administrator and the first settings', async () => {
  expect(await installed()).toBe(false)
  expect((await setUp()).status).toBe(204)
  expect([await installed(), await administrators()]).toEqual([true, 1])
  expect((await platform.graphql('{ settings { organizationName moderation } }')).data).toEqual({
    settings: { organizationName: 'The Paper', moderation: 'POST' },
  })
  expect((await postJson(platform, '/api/v1/auth/local', USER)).body.user).toMatchObject({
    role: 'ADMIN',
    username: 'Ada',
  })
})

test('the history of the settings names the first administrator', async () => {
  await setUp()
  const ada = await platform.services.docstore.collection<User>('users').findOne({ username: 'Ada' })
  const history = '{ settingsHistory { nodes { user { username } changes { name } } } }'
  expect((await platform.as(ada!).graphql(history)).data).toEqual({
    settingsHistory: { nodes: [{ user: { username: 'Ada' }, changes: [{ name: 'organizationName' }] }] },
  })
})

describe('without the token that was printed', () => {
  test.each<[name: string, token: unknown, status: number]>([
    ['none', '', 401],
    ['another', 'x'.repeat(32), 401],
    ['a longer one', 'x'.repeat(64), 401],
    ['a number', 1, 400],
    ['a list', ['x'], 400],
  ])('%s', async (_name, token, status) => {
    expect((await setUp({ token })).status).toBe(status)
    expect([await installed(), await administrators()]).toEqual([false, 0])
  })
})

describe('what is refused leaves the site as it was', () => {
  test.each<[name: string, body: Record<string, unknown>, code: string]>([
    ['an unknown setting', { settings: { unknown: true } }, 'BAD_USER_INPUT'],
    ['a bad setting', { settings: { charCount: -1 } }, 'BAD_USER_INPUT'],
    ['an empty phrase', { settings: { wordlist: { banned: [''], suspect: [] } } }, 'BAD_USER_INPUT'],
    ['a bad address', { user: { ...USER, email: 'ada' } }, 'EMAIL_INVALID'],
    ['a short password', { user: { ...USER, password: 'short' } }, 'PASSWORD_LENGTH'],
    ['a bad name', { user: { ...USER, username: 'a b' } }, 'NO_SPECIAL_CHARACTERS'],
    ['no account', { user: undefined }, 'BAD_USER_INPUT'],
  ])('%s', async (_name, body, code) => {
    const answer = await setUp(body)
    expect([answer.status, answer.code]).toEqual([400, code])
    expect([await installed(), await administrators()]).toEqual([false, 0])
    expect((await setUp()).status).toBe(204)
  })
})

onEveryKvstore(store => {
  let site: TestPlatform
  let printed: string
  beforeEach(async () => {
    site = await createTestPlatform({ env: store.env() })
    printed = await site.services.setupToken.issue()
  })
  afterEach(() => site[Symbol.asyncDispose]())
  const setUpBy = (user: typeof USER) =>
    postJson(site, '/api/v1/setup', { token: printed, settings: { organizationName: 'The Paper' }, user })
  const made = () => site.services.docstore.collection<User>('users').countDocuments({ roles: 'ADMIN' })

  test('a second time is refused [R19]', async () => {
    await setUpBy(USER)
    const again = await setUpBy({ ...USER, email: 'eve@test.example', username: 'Eve' })
    expect([again.status, again.code, await made()]).toEqual([409, 'ALREADY_INSTALLED', 1])
  })

  test('fifty simultaneous set-ups make one administrator [R19]', async () => {
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, i) => setUpBy({ ...USER, email: `ada${i}@test.example`, username: `Ada_${i}` })),
    )
    expect(answers.map(answer => answer.status).toSorted((a, b) => a - b)).toEqual([
      204,
      ...Array.from({ length: 49 }, () => 409),
    ])
    expect(await made()).toBe(1)
  })

  test('the token that was printed is the only one, and opens nothing once the site is set up', async () => {
    expect(
      (await postJson(site, '/api/v1/setup', { token: 'x'.repeat(printed.length), settings: {}, user: USER })).status,
    ).toBe(401)
    expect((await setUpBy(USER)).status).toBe(204)
    expect(await site.services.setupToken.matches(printed)).toBe(false)
  })
})

test('the lock switches it off [R19]', async () => {
  await using locked = await createTestPlatform({ env: { PLATFORM_INSTALL_LOCK: 'TRUE' } })
  const answer = await postJson(locked, '/api/v1/setup', {
    token: await locked.services.setupToken.issue(),
    settings: {},
    user: USER,
  })
  expect([answer.status, answer.code]).toEqual([403, 'INSTALL_LOCKED'])
  expect(await (await locked.http('/api/v1/setup')).json()).toEqual({ installed: true })
})

test('an administrator who was made in a shell closes it', async () => {
  await platform.createUser({ roles: ['ADMIN'] })
  const answer = await setUp()
  expect([answer.status, answer.code, await installed(), await administrators()]).toEqual([
    409,
    'ALREADY_INSTALLED',
    true,
    1,
  ])
})

test('a set-up that was interrupted in the middle can be tried again after a minute', async () => {
  expect(await platform.services.settings.claim()).toBe(true)
  expect([(await setUp()).code, await installed()]).toEqual(['ALREADY_INSTALLED', false])
  platform.clock.advance(60_001)
  expect([(await setUp()).status, await installed()]).toEqual([204, true])
})

test('the token opens nothing any more once the site is set up', async () => {
  await setUp()
  expect(await platform.services.setupToken.matches(token)).toBe(false)
  expect((await setUp({ token: 'x'.repeat(32) })).status).toBe(409)
})

testWith(REDIS)('the link of one server is good on another', async () => {
  await using redis = await startRedis()
  await using one = await createTestPlatform({ env: { PLATFORM_KVSTORE_URL: redis.url } })
  await using two = await createTestPlatform({ env: { PLATFORM_KVSTORE_URL: redis.url } })
  const printed = await one.services.setupToken.issue()
  expect(await two.services.setupToken.issue()).toBe(printed)
  expect((await postJson(two, '/api/v1/setup', { token: printed, settings: {}, user: USER })).status).toBe(204)
})

test('a set-up that fails half-way can be tried again immediately', async () => {
  const { user } = await platform.createUser()
  // The unique index finds the address in a profile that is in no list, and the check of the input does not.
  await platform.services.docstore
    .collection('users')
    .updateOne({ id: user.id }, { $set: { profiles: { provider: 'local', id: USER.email } } })
  const first = await setUp()
  expect([first.status, first.code, await installed()]).toEqual([400, 'EMAIL_IN_USE', false])
  const second = await setUp({ user: { ...USER, email: 'grace@test.example' } })
  expect([second.status, await installed()]).toEqual([204, true])
})
