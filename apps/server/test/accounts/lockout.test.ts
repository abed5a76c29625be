import { createTestPlatform, type TestPlatform } from '@platform/plugin-testing'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { testWith } from '../../../../test/needs.ts'
import { onEveryKvstore } from '../kvstores.ts'
import { REDIS, startRedis } from '../redis.ts'
import { BEHIND_PROXY, PASSWORD, post, tryToSignIn } from './attempts.ts'

const NOW = new Date('2026-03-01T12:00:00.000Z')

onEveryKvstore(store => {
  let platform: TestPlatform
  beforeEach(async () => {
    platform = await createTestPlatform({ now: NOW, env: { ...BEHIND_PROXY, ...store.env() } })
    await platform.createUser({ username: 'Ada' })
  })
  afterEach(() => platform[Symbol.asyncDispose]())

  const fail = async (times: number, from?: string) => {
    for (let i = 0; i < times; i++) await tryToSignIn(platform, from === undefined ? {} : { from })
  }

  test('the seventh wrong password in a minute is refused with a time to wait, for that address only [U01]', async () => {
    await fail(6)
    const { status, code, retryAfter, body } = await tryToSignIn(platform)
    expect([status, code, store.isLeft(retryAfter, 60), body.error.metadata]).toEqual([
      429,
      'LOGIN_MAXIMUM_EXCEEDED',
      true,
      { retryAfter: Number(retryAfter), captcha: false },
    ])
    expect((await tryToSignIn(platform, { password: PASSWORD })).status).toBe(429)
    expect((await tryToSignIn(platform, { password: PASSWORD, from: '192.0.2.2' })).status).toBe(200)
    await store.pass(platform, 60_001)
    expect((await tryToSignIn(platform, { password: PASSWORD })).status).toBe(200)
  })

  test('attempts while locked out do not extend it [U03]', async () => {
    await fail(6)
    for (let i = 0; i < 50; i++) {
      await fail(1)
      await store.pass(platform, 1_000)
    }
    expect(store.isLeft((await tryToSignIn(platform)).retryAfter, 10)).toBe(true)
    await store.pass(platform, 10_001)
    expect((await tryToSignIn(platform, { password: PASSWORD })).status).toBe(200)
  })

  test('guesses from many addresses do not keep the owner out [U02]', async () => {
    for (let i = 0; i < 40; i++) await fail(2, `198.51.100.${i}`)
    expect((await tryToSignIn(platform, { password: PASSWORD })).status).toBe(200)
  })

  test('an account that is not there answers the same, step by step', async () => {
    const seen = async (email: string, from: string) => {
      const outcomes = []
      for (let i = 0; i < 8; i++) outcomes.push(await tryToSignIn(platform, { email, from }))
      return outcomes.map(({ status, code, retryAfter, body }) => [
        status,
        code,
        retryAfter === null || store.isLeft(retryAfter, 60),
        body.error.message.replace(/\d+/, 'some'),
      ])
    }
    expect(await seen('nobody@test.example', '192.0.2.8')).toEqual(await seen('ada@test.example', '192.0.2.9'))
  })

  test('all spellings of an address are counted as one, whatever the case of the host [U01, U13]', async () => {
    const hosts = ['ｅxample.org', 'e%78ample.org', 'ⓔxample.org', 'exam\u00adple.org', 'EXAMPLE.org', 'example。org']
    await platform.services.users.createLocal({
      email: 'victim@example.org',
      username: 'Victim',
      password: PASSWORD,
    })
    for (const [i, host] of hosts.entries())
      expect([
        (await tryToSignIn(platform, { email: `victim@${host}`, password: PASSWORD, from: `192.0.2.${i + 9}` })).status,
        (await tryToSignIn(platform, { email: `victim@${host}` })).status,
      ]).toEqual([200, 401])
    for (const host of hosts) expect((await tryToSignIn(platform, { email: `Victim@${host}` })).status).toBe(429)
  })

  test('few mails to one address, in whatever letters its host is written [M06]', async () => {
    await platform.services.users.createLocal({
      email: 'victim@example.org',
      username: 'Victim',
      password: PASSWORD,
    })
    const hosts = ['example.org', 'ｅxample.org', 'e%78ample.org', 'ⓔxample.org', 'exam\u00adple.org', 'EXAMPLE.org']
    for (const [i, host] of hosts.entries())
      for (const path of ['/api/v1/account/password/reset', '/api/v1/users/resend-verify'])
        expect(
          (await post(platform, path, { email: `victim@${host}` }, { 'x-forwarded-for': `198.51.100.${i}` })).status,
        ).toBe(204)
    expect((await platform.mails()).filter(({ to }) => to.startsWith('victim'))).toHaveLength(5)
    const { limits } = platform.services
    expect(await limits.allowsMail({ to: 'victim@ｅxample.org', address: null })).toBe(false)
  })

  test('one spelling of an address is counted like another', async () => {
    for (const email of [
      'ada@test.example',
      'ADA@test.example',
      ' ada@test.example ',
      'Ada@Test.Example',
      'adA@test.example',
      'ada@test.EXAMPLE',
    ])
      await tryToSignIn(platform, { email })
    expect((await tryToSignIn(platform)).status).toBe(429)
  })

  test('a captcha header opens nothing where no captcha is configured', async () => {
    await fail(6)
    expect((await tryToSignIn(platform, { password: PASSWORD, captcha: 'anything' })).status).toBe(429)
  })

  test('the page says how long to wait', async () => {
    await fail(6)
    const response = await platform.http('/sign-in', {
      method: 'POST',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        origin: 'http://localhost:3000',
        'x-forwarded-for': '192.0.2.1',
      },
      body: String(new URLSearchParams({ email: 'ada@test.example', password: PASSWORD })),
    })
    expect([response.status, await response.text()]).toEqual([429, expect.stringMatching(/try again in \d+ seconds/)])
  })

  test('a user who has to confirm the address first learns so by the right password only', async () => {
    await platform.services.settings.update({ requireEmailConfirmation: true })
    await platform.services.users.createLocal({
      email: 'new@test.example',
      username: 'New',
      password: PASSWORD,
    })
    expect((await tryToSignIn(platform, { password: PASSWORD })).status).toBe(200)
    expect([
      (await tryToSignIn(platform, { email: 'new@test.example' })).code,
      (await tryToSignIn(platform, { email: 'new@test.example', password: PASSWORD })).code,
    ]).toEqual(['NOT_AUTHORIZED', 'EMAIL_NOT_VERIFIED'])
  })

  describe('registering', () => {
    const register = (i: number, from = '192.0.2.1', fields = {}) =>
      post(
        platform,
        '/api/v1/users',
        { email: `n${i}@test.example`, username: `n_${i}`, password: PASSWORD, ...fields },
        { 'x-forwarded-for': from },
      )

    test('fifty people behind one address get in; much more is refused for a while', async () => {
      const outcomes = []
      for (let i = 0; i < 62; i++) outcomes.push(await register(i))
      expect(outcomes.map(({ status }) => status)).toEqual([...Array.from({ length: 60 }, () => 201), 429, 429])
      expect([outcomes.at(-1)!.code, store.isLeft(outcomes.at(-1)!.retryAfter, 3_600)]).toEqual([
        'RATE_LIMIT_EXCEEDED',
        true,
      ])
      expect((await register(100, '192.0.2.2')).status).toBe(201)
      await store.pass(platform, 3_600_001)
      expect((await register(101)).status).toBe(201)
    }, 60_000)

    test('looking for addresses that have an account is slow', async () => {
      const statuses = new Set<number>()
      for (let i = 0; i < 201; i++) statuses.add((await register(i, '192.0.2.1', { username: 'a b' })).status)
      expect([...statuses]).toEqual([400, 429])
    })
  })

  test('few mails to one address, not many for one client [M06]', async () => {
    const { limits } = platform.services
    const many = async (of: (i: number) => { to: string; address: string }, times: number) => {
      const allowed = []
      for (let i = 0; i < times; i++) allowed.push(await limits.allowsMail(of(i)))
      return allowed.filter(Boolean).length
    }
    expect(await many(i => ({ to: 'Ada@test.example', address: `198.51.100.${i}` }), 100)).toBe(5)
    expect(await many(i => ({ to: `n${i}@test.example`, address: '192.0.2.1' }), 1_000)).toBe(25)
    await store.pass(platform, 30 * 60_000 + 1)
    expect(await many(i => ({ to: 'ada@test.example', address: `198.51.100.${i}` }), 10)).toBe(5)
  })
})

testWith(REDIS)(
  'of a hundred simultaneous guesses on two servers with one Redis, six passwords are checked',
  async () => {
    await using redis = await startRedis()
    const env = { ...BEHIND_PROXY, PLATFORM_KVSTORE_URL: redis.url }
    await using one = await createTestPlatform({ env })
    await using two = await createTestPlatform({ env })
    const outcomes = await Promise.all(Array.from({ length: 100 }, (_, i) => tryToSignIn(i % 2 ? one : two)))
    expect(
      Map.groupBy(outcomes, ({ status }) => status)
        .entries()
        .map(([status, list]) => [status, list.length])
        .toArray()
        .toSorted(),
    ).toEqual([
      [401, 6],
      [429, 94],
    ])
  },
  60_000,
)
