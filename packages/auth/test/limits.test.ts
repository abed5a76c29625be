import { connectKvstore } from '@platform/kvstore'
import { describe, expect, test } from 'vitest'
import {
  addressGroups,
  type Captcha,
  createCaptcha,
  createLimiter,
  createLockout,
  LOGIN_LIMITS,
  type LoginAttempt,
} from '../src/index.ts'

const LIMIT = { name: 'test', most: 3, window: 60_000 }

async function bench() {
  const state = { now: 0 }
  const kv = await connectKvstore('memory:', { now: () => state.now })
  return { state, kv, limiter: createLimiter(kv) }
}

describe('a limiter', () => {
  test('lets the allowed number through, says when the next attempt is allowed, and allows it then', async () => {
    const { limiter, state } = await bench()
    const take = async () => (await limiter.take({ limit: LIMIT, of: ['a'] })).allowed
    expect([await take(), await take(), await take(), await take()]).toEqual([true, true, true, false])
    state.now = 20_000
    expect(await limiter.take({ limit: LIMIT, of: ['a'] })).toEqual({
      allowed: false,
      limit: LIMIT,
      retryAfter: 40_000,
    })
    expect((await limiter.take({ limit: LIMIT, of: ['b'] })).allowed).toBe(true)
    state.now = 60_001
    expect(await take()).toBe(true)
  })

  test('attempts while blocked neither extend the window nor count [U03]', async () => {
    const { limiter, state } = await bench()
    for (let i = 0; i < 50; i++) {
      await limiter.take({ limit: LIMIT, of: ['a'] })
      state.now += 1_000
    }
    state.now = 60_001
    const [one, two, three, four] = [
      await limiter.take({ limit: LIMIT, of: ['a'] }),
      await limiter.take({ limit: LIMIT, of: ['a'] }),
      await limiter.take({ limit: LIMIT, of: ['a'] }),
      await limiter.take({ limit: LIMIT, of: ['a'] }),
    ]
    expect([one, two, three, four].map(({ allowed }) => allowed)).toEqual([true, true, true, false])
  })

  test('a hundred simultaneous attempts get no further than a hundred in a row', async () => {
    const { limiter } = await bench()
    const taken = await Promise.all(Array.from({ length: 100 }, () => limiter.take({ limit: LIMIT, of: ['a'] })))
    expect(taken.filter(({ allowed }) => allowed)).toHaveLength(3)
  })

  test('takes from all quotas or from none, and gives attempts back', async () => {
    const { limiter } = await bench()
    const [narrow, wide] = [
      { limit: { ...LIMIT, name: 'narrow', most: 1 }, of: ['a'] },
      { limit: LIMIT, of: ['a'] },
    ]
    const first = await limiter.take(wide, narrow)
    for (let i = 0; i < 10; i++) expect((await limiter.take(wide, narrow)).allowed).toBe(false)
    if (first.allowed) await first.giveBack()
    expect([
      (await limiter.take(wide, narrow)).allowed,
      (await limiter.take(wide)).allowed,
      (await limiter.take(wide)).allowed,
      (await limiter.take(wide)).allowed,
    ]).toEqual([true, true, true, false])
  })

  test('parts of a key can not be shifted into each other', async () => {
    const { limiter } = await bench()
    for (let i = 0; i < 3; i++) await limiter.take({ limit: LIMIT, of: ['a', 'bc'] })
    expect((await limiter.take({ limit: LIMIT, of: ['ab', 'c'] })).allowed).toBe(true)
  })

  test('allows nothing while the store does not answer', async () => {
    const { limiter, kv } = await bench()
    await kv.close()
    await expect(limiter.take({ limit: LIMIT, of: ['a'] })).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  })
})

test.each([
  ['192.0.2.1', '192.0.2.1', null],
  ['::ffff:192.0.2.1', '192.0.2.1', null],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64', '2001:db8:1::/48'],
  ['2001:DB8:1:2::', '2001:db8:1:2::/64', '2001:db8:1::/48'],
  ['', 'unknown', null],
  ['evil', 'unknown', null],
  ['192.0.2.1, 10.0.0.1', 'unknown', null],
])('the address %j is counted as %s', (address, household, site) => {
  expect(addressGroups(address)).toEqual({ household, site })
})

describe('a lockout', () => {
  const OFFICE = '192.0.2.1'
  async function guesser(captcha?: Captcha) {
    const stores = await bench()
    const lockout = createLockout({ limiter: stores.limiter, captcha: captcha ?? null })
    const attempt = (given: Partial<LoginAttempt> = {}) =>
      lockout.admit({ address: OFFICE, account: 'ada@test.example', ...given })
    const fail = async (times: number, given: Partial<LoginAttempt> = {}) => {
      for (let i = 0; i < times; i++) await attempt(given)
    }
    return { ...stores, attempt, fail }
  }

  test('the seventh wrong password within a minute waits, and the thirty-first within an hour [U01]', async () => {
    const { attempt, fail, state } = await guesser()
    await fail(6)
    expect(await attempt()).toEqual({ allowed: false, retryAfter: 60_000, captcha: false })
    for (let minute = 1; minute < 5; minute++) {
      state.now = minute * 60_001
      await fail(6)
    }
    state.now = 6 * 60_001
    const { retryAfter } = (await attempt()) as { retryAfter: number }
    expect(retryAfter).toBeGreaterThan(50 * 60_000)
    state.now = 61 * 60_001
    expect((await attempt()).allowed).toBe(true)
  })

  test('guesses from elsewhere do not keep the owner out [U02]', async () => {
    const { attempt, fail } = await guesser()
    for (let i = 0; i < 1_000; i++) await fail(1, { address: `198.51.${i % 250}.${Math.floor(i / 250)}` })
    expect((await attempt()).allowed).toBe(true)
  })

  test('a right password does not count', async () => {
    const { attempt } = await guesser()
    for (let i = 0; i < 500; i++) {
      const permit = await attempt()
      if (!permit.allowed) throw new Error(`number ${i} was refused`)
      await permit.succeeded()
    }
    expect((await attempt()).allowed).toBe(true)
  })

  test('fifty users behind one address may each mistype', async () => {
    const { attempt } = await guesser()
    const permits = await Promise.all(Array.from({ length: 100 }, (_, i) => attempt({ account: `person-${i % 50}` })))
    expect(permits.every(({ allowed }) => allowed)).toBe(true)
  })

  test('one address that tries many accounts is slowed down', async () => {
    const { attempt } = await guesser()
    const permits = []
    for (let i = 0; i < 200; i++) permits.push(await attempt({ account: `person-${i}` }))
    expect(permits.filter(({ allowed }) => allowed)).toHaveLength(LOGIN_LIMITS.address.most)
  })

  test('attempts that the limit of an hour refuses use nothing of the limits of a minute [U02]', async () => {
    const { attempt, fail, state } = await guesser()
    const accounts = ['ada', 'bob', 'cat']
    // These are 90 attempts of the 100 that the address has in ten minutes. Each account has used its hour up.
    for (let minute = 0; minute < 5; minute++) {
      state.now = minute * 60_001
      for (const account of accounts) await fail(6, { account })
    }
    state.now = 5 * 60_001
    for (const account of accounts) await fail(6, { account })
    expect(await attempt({ account: 'ada' })).toMatchObject({ allowed: false, captcha: false })
    expect((await attempt({ account: 'eve' })).allowed).toBe(true)
  })

  test('a client that owns many addresses of a network counts as one', async () => {
    const { attempt } = await guesser()
    const permits = []
    for (let i = 0; i < 1_200; i++)
      permits.push(await attempt({ address: `2001:db8:1:${i.toString(16)}::1`, account: `person-${i}` }))
    expect(permits.filter(({ allowed }) => allowed)).toHaveLength(LOGIN_LIMITS.site.most)
  })

  test('a device that is known counts by itself, for the account it is known for [U02]', async () => {
    const { attempt, fail } = await guesser()
    for (let i = 0; i < 100; i++) await fail(1, { account: `nobody-${i}` })
    await fail(6, { device: 'one' })
    expect(
      [
        await attempt({ device: 'one' }),
        await attempt({ device: 'two' }),
        await attempt({ device: 'one', account: 'eve@test.example' }),
      ].map(({ allowed }) => allowed),
    ).toEqual([false, true, true])
  })

  test('attempts of a known device are counted for the address only beyond its own limit [U02]', async () => {
    const { attempt, fail } = await guesser()
    await fail(6, { device: 'one' })
    await fail(5)
    expect([
      (await attempt({ device: 'one', address: '192.0.2.2' })).allowed,
      (await attempt({ device: 'one' })).allowed,
      (await attempt({ device: 'one' })).allowed,
      (await attempt()).allowed,
    ]).toEqual([true, true, false, false])
  })

  test('a client beyond the limits of device and address gets the shorter wait [U02]', async () => {
    const { attempt, fail, state } = await guesser()
    await fail(6, { device: 'one' })
    state.now = 20_000
    await fail(6)
    expect(await attempt({ device: 'one' })).toEqual({ allowed: false, retryAfter: 40_000, captcha: false })
  })

  test('all devices of an account together may guess sixty times an hour, also at the same time [U01]', async () => {
    const { attempt, fail, state } = await guesser()
    for (const account of ['ada@test.example', 'nobody']) await fail(6, { account })
    const permits = await Promise.all(Array.from({ length: 360 }, (_, i) => attempt({ device: `device-${i % 60}` })))
    expect(permits.filter(({ allowed }) => allowed)).toHaveLength(60)
    // A device of another account may still guess, and so may another address without a device.
    expect([
      (await attempt({ account: 'nobody', device: 'another' })).allowed,
      (await attempt({ address: '192.0.2.2' })).allowed,
    ]).toEqual([true, true])
    state.now = 61 * 60_000
    expect((await attempt({ device: 'device-1' })).allowed).toBe(true)
  })

  test('a right password by a device does not count, neither for it nor for all of them', async () => {
    const { attempt } = await guesser()
    for (let i = 0; i < 100; i++) {
      const permit = await attempt({ device: 'one' })
      if (!permit.allowed) throw new Error(`number ${i} was refused`)
      await permit.succeeded()
    }
    // Nor did any of them count for the address.
    expect((await Promise.all(Array.from({ length: 7 }, () => attempt()))).map(({ allowed }) => allowed)).toEqual([
      true,
      true,
      true,
      true,
      true,
      true,
      false,
    ])
    // Nor for the device, which still has attempts of its own when its address has none.
    expect((await attempt({ device: 'one' })).allowed).toBe(true)
  })

  describe('with a captcha', () => {
    const asked: (string | null | undefined)[] = []
    const captcha: Captcha = {
      async verify(response) {
        asked.push(response)
        return response === 'good'
      },
    }

    test('it is asked for once the limit is reached, and opens it up to the hourly one', async () => {
      const { attempt, fail } = await guesser(captcha)
      asked.length = 0
      await fail(6, { captchaResponse: 'good' })
      expect(asked).toEqual([])
      expect(await attempt()).toMatchObject({ allowed: false, captcha: true })
      expect(await attempt({ captchaResponse: 'bad' })).toMatchObject({ allowed: false, captcha: true })
      await fail(24, { captchaResponse: 'good' })
      expect(await attempt({ captchaResponse: 'good' })).toMatchObject({ allowed: false, captcha: false })
    })

    test('a known device needs none within its own limit, and one like any other beyond it', async () => {
      const { attempt, fail } = await guesser(captcha)
      for (let i = 0; i < 60; i++) await fail(1, { address: `198.51.100.${i}` })
      asked.length = 0
      const permits = []
      for (let i = 0; i < 6; i++) permits.push(await attempt({ device: 'one' }))
      expect([permits.every(({ allowed }) => allowed), asked]).toEqual([true, []])
      expect([
        await attempt({ device: 'one', address: '192.0.2.2' }),
        await attempt({ device: 'one', address: '192.0.2.2', captchaResponse: 'good' }),
      ]).toMatchObject([{ allowed: false, captcha: true }, { allowed: true }])
    })

    test('guesses at an account from many places require one for every sign-in to it', async () => {
      const { attempt, fail } = await guesser(captcha)
      for (let i = 0; i < 60; i++) await fail(1, { address: `198.51.100.${i}` })
      expect([
        await attempt(),
        await attempt({ captchaResponse: 'good' }),
        await attempt({ account: 'eve@test.example' }),
      ]).toMatchObject([{ allowed: false, captcha: true }, { allowed: true }, { allowed: true }])
    })
  })
})

describe('a captcha', () => {
  const posted: [string, string][] = []
  const captchaThat = (answer: () => Promise<unknown>) =>
    createCaptcha({
      secret: 'the secret',
      verifyUrl: 'https://captcha.example/verify',
      post: (url, form) => {
        posted.push([url, String(form)])
        return answer()
      },
    })

  test('is checked by a form with secret, response and address', async () => {
    expect(await captchaThat(async () => ({ success: true, hostname: 'x' })).verify('solved', '192.0.2.1')).toBe(true)
    expect(posted).toEqual([['https://captcha.example/verify', 'secret=the+secret&response=solved&remoteip=192.0.2.1']])
    posted.length = 0
    for (const address of ['::ffff:192.0.2.1', '::ffff:c000:201', '2001:DB8::1', ''])
      await captchaThat(async () => ({ success: true })).verify('solved', address)
    expect(posted.map(([, form]) => new URLSearchParams(form).get('remoteip'))).toEqual([
      '192.0.2.1',
      '192.0.2.1',
      '2001:db8::1',
      null,
    ])
    expect(await captchaThat(async () => ({ success: false })).verify('solved', '192.0.2.1')).toBe(false)
  })

  test.each([undefined, null, '', 'x'.repeat(8193)])('%# is not even asked about', async response => {
    expect(await captchaThat(() => Promise.reject(new Error('asked'))).verify(response, '192.0.2.1')).toBe(false)
  })

  test.each<[string, () => Promise<unknown>]>([
    ['does not answer', () => Promise.reject(new Error('timeout'))],
    ['answers something else', async () => ({ success: 'yes' })],
    ['answers nothing', async () => null],
  ])('a provider that %s is an error, and never a pass', async (_name, answer) => {
    await expect(captchaThat(answer).verify('solved', '192.0.2.1')).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  })
})
