import type { User } from '@platform/plugin-sdk'
import { createTestPlatform, type TestPlatform } from '@platform/plugin-testing'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { onEveryKvstore } from '../kvstores.ts'
import { BEHIND_PROXY, deviceOf, PASSWORD, post, tryToSignIn } from './attempts.ts'
import { tokenOf } from './letters.ts'

const MINUTE = 60_000

onEveryKvstore(store => {
  let platform: TestPlatform
  beforeEach(async () => {
    platform = await createTestPlatform({
      now: new Date('2026-03-01T12:00:00.000Z'),
      env: { ...BEHIND_PROXY, ...store.env() },
    })
    await platform.createUser({ username: 'Ada' })
    await platform.createUser({ username: 'Eve' })
  })
  afterEach(() => platform[Symbol.asyncDispose]())

  const attempt = (given: Parameters<typeof tryToSignIn>[1] = {}) => tryToSignIn(platform, given)
  const right = (given: Parameters<typeof tryToSignIn>[1] = {}) => attempt({ password: PASSWORD, ...given })
  const statuses = async (times: number, given: Parameters<typeof tryToSignIn>[1] = {}) => {
    const list = []
    for (let i = 0; i < times; i++) list.push((await attempt(given)).status)
    return list
  }
  /** Signs a user in, and returns the device cookie that the browser keeps. */
  const deviceFor = async (email: string, device: string | null = null) =>
    (await right({ email, device, from: '203.0.113.99' })).device!
  const ada = 'ada@test.example'
  const eve = 'eve@test.example'

  describe('behind one address with an attacker [U02]', () => {
    test('the owner signs in by a browser that has signed in before, while guesses at the account go on', async () => {
      const device = await deviceFor(ada)
      await statuses(6)
      expect([(await right()).status, (await right({ device })).status]).toEqual([429, 200])
      // By the hour too: thirty guesses, and whatever is refused.
      for (let minute = 1; minute < 8; minute++) {
        await store.pass(platform, MINUTE)
        await statuses(7)
      }
      expect([(await right()).status, (await right({ device })).status]).toEqual([429, 200])
    })

    test('every user who signed in before can, while guesses at made-up accounts lock out others', async () => {
      const device = await deviceFor(ada)
      for (let i = 0; i < 105; i++) await attempt({ email: `nobody${i}@test.example` })
      expect([(await right({ email: eve })).status, (await right({ device })).status]).toEqual([429, 200])
    })

    test('an account of their own and its browser let the attacker guess no more', async () => {
      const device = await deviceFor(eve)
      expect(await statuses(8, { device })).toEqual([401, 401, 401, 401, 401, 401, 429, 429])
      expect((await attempt()).status).toBe(429)
    })

    test('the reader of the mailbox gets in by opening a link there', async () => {
      await statuses(6)
      expect((await right()).status).toBe(429)
      await post(platform, '/api/v1/account/password/reset', { email: ada })
      const answer = await platform.http('/api/v1/account/password/reset', {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          token: await tokenOf(platform, ada, 'password-reset'),
          password: 'another long password',
        }),
      })
      expect([
        answer.status,
        (await attempt({ password: 'another long password', device: deviceOf(answer) })).status,
      ]).toEqual([200, 200])
    })
  })

  describe('guesses by a browser that is known [U02]', () => {
    test('are counted beside those of the address, and no more are checked when many come quickly', async () => {
      const device = await deviceFor(ada)
      expect((await statuses(14, { device })).filter(status => status === 401)).toHaveLength(12)
      expect(store.isLeft((await right({ device })).retryAfter, 60)).toBe(true)
      await store.pass(platform, MINUTE + 1)
      const later = []
      for (let minute = 0; minute < 6; minute++) {
        later.push(...(await statuses(12, { device })))
        await store.pass(platform, MINUTE + 1)
      }
      expect(later.filter(status => status === 401)).toHaveLength(48)
      expect((await right({ device })).status).toBe(429)
    })

    test('count for no other browser, nor does a copy of the cookie elsewhere begin anew', async () => {
      const [device, other] = [await deviceFor(ada), await deviceFor(ada)]
      await statuses(6, { device })
      expect((await statuses(8, { device, from: '192.0.2.77' })).filter(status => status === 401)).toHaveLength(6)
      expect([
        (await attempt({ email: eve, device })).status,
        (await right({ device: other })).status,
        (await right()).status,
      ]).toEqual([401, 200, 200])
    })

    test('by a thief who copied the cookie lock the owner out behind one address only', async () => {
      const device = await deviceFor(ada)
      await statuses(6, { device })
      expect((await right({ device })).status).toBe(200)
      for (let minute = 0; minute < 7; minute++) {
        await statuses(13, { device })
        await store.pass(platform, MINUTE + 1)
      }
      expect([(await right({ device, from: '192.0.2.50' })).status, (await right({ device })).status]).toEqual([
        200, 429,
      ])
    })

    test('are not begun anew by signing in to another account meanwhile', async () => {
      let device = await deviceFor(eve, await deviceFor(ada))
      await statuses(12, { device })
      device = await deviceFor(eve, device)
      expect(await statuses(2, { device })).toEqual([429, 429])
    })

    test('leave the cookie as it is', async () => {
      expect([(await attempt({ device: await deviceFor(ada) })).device, (await attempt()).device]).toEqual([null, null])
    })
  })

  describe('many browsers of one account [U01, U02]', () => {
    const NEW = 'another long password'
    const form = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
      platform.http(path, {
        method: 'POST',
        headers: {
          origin: new URL(platform.services.config.rootUrl).origin,
          'content-type': 'application/x-www-form-urlencoded',
          'x-forwarded-for': '192.0.2.200',
          ...headers,
        },
        body: String(new URLSearchParams(fields)),
      })
    const devices = async (many: number) => {
      const list = []
      for (let i = 0; i < many; i++) list.push(await deviceFor(ada))
      return list
    }
    /** How many passwords are looked at that come from one address, by each of these browsers. */
    const lookedAt = async (known: readonly string[]) => {
      const list = []
      for (const device of known) list.push(...(await statuses(6, { device })))
      return list.filter(status => status === 401).length
    }
    const mailedToken = async () => {
      await post(platform, '/api/v1/account/password/reset', { email: ada })
      return tokenOf(platform, ada, 'password-reset')
    }

    test('let sixty guesses an hour through, and the owner by the right password from elsewhere', async () => {
      const known = await devices(20)
      expect(await lookedAt(known)).toBe(66)
      expect([
        (await right({ device: known[0]! })).status,
        (await right({ device: known[0]!, from: '192.0.2.50' })).status,
      ]).toEqual([429, 200])
    })

    test.each<[name: string, change: (token: string) => Promise<string | null>]>([
      [
        'changed by a program',
        async token =>
          (
            await post(
              platform,
              '/api/v1/graph/ql',
              {
                query: `mutation ($input: ChangePasswordInput!) {
                  changePassword(input: $input) { errors { translation_key } }
                }`,
                variables: { input: { oldPassword: PASSWORD, newPassword: NEW } },
              },
              { authorization: `Bearer ${token}` },
            )
          ).device,
      ],
      [
        'changed on its page',
        async token =>
          deviceOf(
            await form(
              '/account/password',
              { oldPassword: PASSWORD, password: NEW },
              { cookie: `authorization=${token}` },
            ),
          ),
      ],
      [
        'reset by the page of the e-mail link',
        async () => deviceOf(await form('/account/password/reset', { token: await mailedToken(), password: NEW })),
      ],
      [
        'reset by a program',
        async () =>
          deviceOf(
            await platform.http('/api/v1/account/password/reset', {
              method: 'PUT',
              headers: { 'content-type': 'application/json' },
              body: JSON.stringify({ token: await mailedToken(), password: NEW }),
            }),
          ),
      ],
    ])('are all forgotten once the password is %s, but for the one that did it', async (name, change) => {
      const { body, device } = await right({ from: '203.0.113.99' })
      const known = [device!, ...(await devices(9))]
      const remembered = await change(body.token)
      expect((await attempt({ password: NEW, from: '192.0.2.51' })).status).toBe(200)
      expect(await lookedAt(known)).toBe(6)
      const inBy = async (by: string | null) => (await attempt({ password: NEW, device: by })).status
      expect([remembered !== null, await inBy(remembered), await inBy(device)]).toEqual(
        name.startsWith('changed by') ? [false, 429, 429] : [true, 200, 429],
      )
      // Signing in by the new password makes an old one known again.
      const again = (await attempt({ password: NEW, device, from: '192.0.2.52' })).device
      expect(await inBy(again)).toBe(200)
    })

    test('a browser that was let in by the old password while it was changed is not known by the new one', async () => {
      const { users, devices: known, accountPasswords } = platform.services
      const before = (await users.authenticate(ada, PASSWORD))!
      const after = await accountPasswords.change(before, { oldPassword: PASSWORD, newPassword: NEW })
      const isKnown = async (user: User) => (await known.knownFor(await known.remember(null, user), ada)) !== null
      expect([await isKnown(before), await isKnown(after)]).toEqual([false, true])
      await platform.services.sessions.endAll(after.id)
      expect([await isKnown(after), await isKnown((await users.findByEmail(ada))!)]).toEqual([false, true])
    })

    test('a link that confirms an address leaves none, however often it is opened', async () => {
      await post(platform, '/api/v1/users', { email: 'new@test.example', username: 'Newcomer', password: PASSWORD })
      const token = await tokenOf(platform, 'new@test.example', 'confirm-email')
      for (let i = 0; i < 3; i++) {
        const [page, program] = [
          await form('/account/email/confirm', { token }),
          await post(platform, '/api/v1/account/email/verify', { token }),
        ]
        expect([page.status, page.headers.getSetCookie(), program.status, program.device]).toEqual([200, [], 200, null])
      }
    })

    test('a link that has set a password leaves none again', async () => {
      const token = await mailedToken()
      expect(deviceOf(await form('/account/password/reset', { token, password: NEW }))).not.toBeNull()
      expect(
        (
          await form('/account/password/reset', { token, password: 'yet another long password' })
        ).headers.getSetCookie(),
      ).toEqual([])
    })
  })

  describe('a cookie that is not what was given [U02]', () => {
    test.each<[name: string, make: (device: string) => Promise<string> | string]>([
      ['nothing', () => 'platform-device='],
      ['nonsense', () => 'platform-device=x.y.z'],
      ['one with another name in it', async device => `${device.slice(0, -4)}AAAA`],
      ['another host’s', () => 'platform-device=eyJhbGciOiJub25lIn0.e30.'],
      ['a session of the account', async () => `platform-device=${(await right({ from: '203.0.113.98' })).body.token}`],
      [
        'a personal token',
        async () =>
          `platform-device=${(await platform.services.tokens.sign({ kind: 'personal', userId: (await platform.services.users.findByEmail(ada))!.id })).token}`,
      ],
      [
        'a device that names no account',
        async () =>
          `platform-device=${(await platform.services.tokens.sign({ kind: 'device', userId: (await platform.services.users.findByEmail(ada))!.id })).token}`,
      ],
    ])('%s does nothing, and ends nothing', async (_name, make) => {
      const device = await make(await deviceFor(ada))
      await statuses(6)
      expect([(await right({ device })).status, (await right({ device, from: '192.0.2.50' })).status]).toEqual([
        429, 200,
      ])
    })

    test('the cookie is no session, and no token of another kind [J01]', async () => {
      const token = (await deviceFor(ada)).slice('platform-device='.length)
      const ask = async (headers: Record<string, string>) =>
        (await platform.http('/api/v1/account', { headers })).status
      expect([
        await ask({ authorization: `Bearer ${token}` }),
        await ask({ cookie: `authorization=${token}` }),
        (await platform.http(`/api/v1/account?access_token=${token}`)).status,
      ]).toEqual([401, 401, 401])
      const verify = await post(platform, '/api/v1/account/email/verify', { token })
      expect(verify.code).toBe('EMAIL_VERIFICATION_TOKEN_INVALID')
    })
  })

  describe('a browser that a user has signed in by', () => {
    test('keeps a cookie that no script reads, and no form of another site brings along', async () => {
      const response = await platform.http('/api/v1/auth/local', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: ada, password: PASSWORD }),
      })
      const [cookie] = response.headers.getSetCookie().filter(each => each.startsWith('platform-device='))
      expect(cookie).toMatch(/^platform-device=[\w.-]+; Path=\/; Max-Age=31536000; HttpOnly; SameSite=Lax$/)
      await using encrypted = await createTestPlatform({ env: { PLATFORM_ROOT_URL: 'https://comments.example' } })
      await encrypted.createUser({ username: 'Ada' })
      const there = await encrypted.http('/api/v1/auth/local', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: ada, password: PASSWORD }),
      })
      expect(there.headers.getSetCookie().find(each => each.includes('platform-device='))).toMatch(
        /^__Host-platform-device=[\w.-]+; Path=\/; Max-Age=31536000; HttpOnly; SameSite=Lax; Secure$/,
      )
    })

    test('knows five accounts, those of the last sign-ins, however many there were', async () => {
      let device = await deviceFor(ada)
      for (let i = 0; i < 5; i++) {
        await platform.createUser({ username: `guest${i}` })
        device = await deviceFor(`guest${i}@test.example`, device)
      }
      expect(device.length).toBeLessThan(4_000)
      for (let i = 0; i < 105; i++) await attempt({ email: `nobody${i}@test.example` })
      expect([
        (await right({ device })).status,
        ...(await Promise.all(
          [0, 1, 2, 3, 4].map(async i => (await right({ email: `guest${i}@test.example`, device })).status),
        )),
      ]).toEqual([429, 200, 200, 200, 200, 200])
    })

    test('is forgotten after a year without a sign-in to that account, also when others use it', async () => {
      let device = await deviceFor(ada)
      await store.pass(platform, 300 * 24 * 60 * MINUTE)
      device = await deviceFor(eve, device)
      await store.pass(platform, 66 * 24 * 60 * MINUTE)
      await statuses(6)
      await statuses(6, { email: eve })
      expect([(await right({ device })).status, (await right({ email: eve, device })).status]).toEqual([429, 200])
    })

    test('is forgotten with "sign out everywhere"', async () => {
      const { device, body } = await right({ from: '203.0.113.99' })
      await statuses(6)
      expect((await right({ device })).status).toBe(200)
      await post(
        platform,
        '/api/v1/graph/ql',
        { query: 'mutation { signOutEverywhere { errors { translation_key } } }' },
        { authorization: `Bearer ${body.token}` },
      )
      expect((await right({ device })).status).toBe(429)
      await store.pass(platform, MINUTE + 1)
      const again = (await right({ device })).device
      await statuses(6)
      expect((await right({ device: again })).status).toBe(200)
    })

    test('knows no account any more once it is deleted, and no other that has its address now', async () => {
      const device = await deviceFor(ada)
      await platform.services.docstore.collection<User>('users').deleteOne({ username: 'Ada' })
      await platform.services.users.createLocal({ email: ada, username: 'Ada2', password: PASSWORD })
      await statuses(6)
      expect((await right({ device })).status).toBe(429)
    })

    test('is known after the forms of the pages too', async () => {
      const form = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
        platform.http(path, {
          method: 'POST',
          headers: {
            origin: new URL(platform.services.config.rootUrl).origin,
            'content-type': 'application/x-www-form-urlencoded',
            'x-forwarded-for': '192.0.2.1',
            ...headers,
          },
          body: String(new URLSearchParams(fields)),
        })
      const signedIn = await form('/sign-in', { email: ada, password: PASSWORD })
      const made = await form('/register', { email: 'new@test.example', username: 'Newcomer', password: PASSWORD })
      for (let i = 0; i < 105; i++) await attempt({ email: `nobody${i}@test.example` })
      const withDevice = async (email: string, from: Response) =>
        (await form('/sign-in', { email, password: PASSWORD }, { cookie: deviceOf(from) ?? '' })).status
      expect([
        await withDevice(ada, signedIn),
        await withDevice('new@test.example', made),
        (await form('/sign-in', { email: ada, password: PASSWORD })).status,
      ]).toEqual([303, 303, 429])
    })
  })
})
