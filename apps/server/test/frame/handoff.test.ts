import { claimedKind } from '@platform/auth'
import { createTestPlatform, type TestPlatform } from '@platform/plugin-testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { LIMITS } from '../../src/features/limits/service.ts'
import { BLOG, finishBy, frameOf, newSecret } from './window.ts'

let platform: TestPlatform
let frame: ReturnType<typeof frameOf>
let username: string
beforeAll(async () => {
  platform = await createTestPlatform({
    env: { PLATFORM_ROOT_URL: 'https://comments.example/talk', PLATFORM_ROOT_URL_MOUNT_PATH: 'TRUE' },
  })
  await platform.services.settings.update({ domains: { whitelist: ['blog.example', 'other.example'] } })
  frame = frameOf(platform)
  username = (await platform.createUser()).user.username
})
afterAll(() => platform[Symbol.asyncDispose]())

/** Signs in by a window, and redeems what it hands over once. */
async function firstAnswer(user = username) {
  const { secret, handoff } = newSecret()
  await finishBy(platform, user, handoff)
  return { secret, ...(await frame.redeem({ secret })) }
}

/** Redeems twice, as a frame does whose cookie did not come back. */
async function frameToken(user = username): Promise<string> {
  const { secret } = await firstAnswer(user)
  return (await frame.redeem({ secret })).body.token
}

describe('a frame that asks', () => {
  test('is told to ask again until the window has finished', async () => {
    const { secret, handoff } = newSecret()
    const waiting = await frame.redeem({ secret })
    expect([waiting.status, waiting.body, waiting.headers.get('retry-after'), waiting.setCookie]).toEqual([
      202,
      { state: 'pending' },
      '1',
      '',
    ])
    await finishBy(platform, username, handoff)
    expect((await frame.redeem({ secret })).status).toBe(200)
  })

  test('gets a cookie for the embedding site, by which its script is signed in', async () => {
    const { secret, handoff } = newSecret()
    const { code } = await finishBy(platform, username, handoff)
    const { status, body, setCookie, cookie, headers } = await frame.redeem({ secret, code })
    expect([status, body, headers.get('cache-control')]).toEqual([
      200,
      { state: 'signed-in', user: expect.objectContaining({ username }), token: null },
      expect.stringContaining('no-store'),
    ])
    expect(setCookie).toMatch(
      /^authorization=[\w.-]+; Path=\/talk; Max-Age=\d+; HttpOnly; SameSite=None; Secure; Partitioned$/,
    )
    expect(claimedKind(cookie.split('=')[1])).toBe('frame')
    expect(await frame.whoami({ cookie })).toBe(username)
  })

  test('gets a frame token with the second answer, and the cookie that was lost is worth nothing any more', async () => {
    const { secret, cookie } = await firstAnswer()
    const { status, body, setCookie } = await frame.redeem({ secret })
    expect([status, setCookie]).toEqual([200, ''])
    expect(await frame.whoami({ headers: frame.bearer(body.token) })).toBe(username)
    expect(await frame.whoami({ cookie })).toBeNull()
  })

  test('gets no frame token while it has the cookie', async () => {
    const { secret, cookie } = await firstAnswer()
    const again = await frame.redeem({ secret }, { cookie })
    expect([again.status, again.body.token, again.setCookie]).toEqual([200, null, ''])
    expect(await frame.whoami({ cookie })).toBe(username)
  })

  test('is refused after the second answer', async () => {
    const { secret } = await firstAnswer()
    await frame.redeem({ secret })
    const third = await frame.redeem({ secret })
    expect([third.status, third.body.error.code]).toEqual([410, 'HANDOFF_USED'])
    expect(third.body.error.message).toBe('This sign-in has been used already; press “Sign in” again')
  })

  test('is refused two minutes after the window has finished', async () => {
    const { secret, handoff } = newSecret()
    await finishBy(platform, username, handoff)
    platform.clock.advance(2 * 60_000 + 1)
    const late = await frame.redeem({ secret })
    expect([late.status, late.body.error.code]).toEqual([410, 'HANDOFF_EXPIRED'])
  })

  test('is refused when all sessions of the user have ended since', async () => {
    const { user } = await platform.createUser()
    const { secret, handoff } = newSecret()
    await finishBy(platform, user.username, handoff)
    await platform.services.sessions.endAll(user.id)
    const late = await frame.redeem({ secret })
    expect([late.status, late.body.error.code, late.setCookie]).toEqual([410, 'HANDOFF_EXPIRED', ''])
  })

  test('is refused with the code of another window', async () => {
    const { secret, handoff } = newSecret()
    await finishBy(platform, username, handoff)
    const { code } = await finishBy(platform, username, newSecret().handoff)
    const answer = await frame.redeem({ secret, code })
    expect([answer.status, answer.body.error.code, answer.setCookie]).toEqual([400, 'HANDOFF_INVALID', ''])
  })

  test.each([[{}], [{ secret: 'short' }], [{ secret: { $ne: null } }], [{ secret: newSecret().secret, code: '' }]])(
    'is refused with the malformed body %j',
    async body => {
      const answer = await frame.redeem(body)
      expect([answer.status, answer.body.error.code]).toEqual([400, 'BAD_USER_INPUT'])
    },
  )

  test.each<[name: string, headers: Record<string, string>]>([
    ['the embedding page', { origin: BLOG, 'sec-fetch-site': 'cross-site' }],
    ['another site', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }],
    ['a hidden origin', { origin: 'null' }],
  ])('is refused when the request comes from %s [C03]', async (_name, headers) => {
    const { secret, handoff } = newSecret()
    await finishBy(platform, username, handoff)
    const answer = await frame.redeem({ secret }, { headers })
    expect([answer.status, answer.body.error.code, answer.setCookie]).toEqual([403, 'CSRF_REJECTED', ''])
    expect((await frame.redeem({ secret })).status).toBe(200)
  })

  test('may ask once a second, with forty-nine others behind the same address', async () => {
    await using busy = await createTestPlatform({ now: new Date('2030-01-01') })
    const asking = frameOf(busy)
    const { secret } = newSecret()
    // Requests by the socket file of a test have no address, and are counted as one that is not known.
    for (let asked = 0; asked < 50 * 60 - 1; asked++)
      await busy.services.limits.countFor('unknown', LIMITS.handoffAsked)
    const [last, beyond] = [await asking.redeem({ secret }), await asking.redeem({ secret })]
    expect([last.status, beyond.status, beyond.body.error.code]).toEqual([202, 429, 'RATE_LIMIT_EXCEEDED'])
  })
})

describe('the cookie of a frame', () => {
  let cookie: string
  beforeAll(async () => {
    ;({ cookie } = await firstAnswer())
  })
  const own = 'https://comments.example'

  test.each<[name: string, headers: Record<string, string>, counts: boolean]>([
    ['the origin of the platform', { origin: own }, true],
    ['the origin of the platform, whatever else it says', { origin: own, 'sec-fetch-site': 'cross-site' }, true],
    ['the same origin', { 'sec-fetch-site': 'same-origin' }, true],
    ['another site', { 'sec-fetch-site': 'cross-site' }, false],
    ['a host beside the platform', { 'sec-fetch-site': 'same-site' }, false],
    ['the origin of the embedding page', { origin: BLOG, 'sec-fetch-site': 'same-origin' }, false],
    ['a hidden origin', { origin: 'null' }, false],
    ['an address that the reader typed', { 'sec-fetch-site': 'none' }, false],
    ['nowhere', {}, false],
  ])('counts or not for a request from %s', async (_name, headers, counts) => {
    const answer = await platform.http('/talk/api/v1/auth', { headers: { ...headers, cookie } })
    expect([answer.status, answer.headers.getSetCookie()]).toEqual([counts ? 200 : 204, []])
  })

  test('leaves the page that a frame of another site requests that of anonymous readers', async () => {
    const requested = { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'iframe', 'sec-fetch-mode': 'navigate' }
    const [bare, framed] = await Promise.all(
      [{}, { cookie }].map(async also => {
        const answer = await platform.http('/talk/', { headers: { ...requested, accept: 'text/html', ...also } })
        return [answer.headers.get('cache-control'), await answer.text()]
      }),
    )
    expect(framed).toEqual(bare)
    expect(framed?.[1]).not.toContain(username)
  })

  test('does not hide a session of the own pages that comes with it', async () => {
    const { user, token } = await platform.createUser()
    const both = `${cookie}; authorization=${token}`
    const headers = { cookie: both, 'sec-fetch-site': 'none' }
    const answer = await platform.http('/talk/api/v1/auth', { headers })
    expect((await answer.json()).user.id).toBe(user.id)
  })

  test('can post nothing from another site [C01, C03]', async () => {
    const forms = await platform.http('/talk/sign-out', {
      method: 'POST',
      headers: { origin: BLOG, cookie, 'content-type': 'application/x-www-form-urlencoded' },
      body: '',
    })
    expect(forms.status).toBe(403)
    const { status } = await frame.request('/api/v1/auth', { method: 'DELETE', cookie, headers: { origin: BLOG } })
    expect([status, await frame.whoami({ cookie })]).toEqual([401, username])
  })

  test('ends with the frame’s session when its reader signs out, and is cleared as it was set', async () => {
    const { cookie: other } = await firstAnswer()
    const { headers, status } = await frame.request('/api/v1/auth', { method: 'DELETE', cookie: other })
    expect(status).toBe(204)
    expect(headers.getSetCookie()).toContain(
      'authorization=; Path=/talk; Max-Age=0; HttpOnly; SameSite=None; Secure; Partitioned',
    )
    expect([await frame.whoami({ cookie: other }), await frame.whoami({ cookie })]).toEqual([null, username])
  })

  test('is cleared as it was set when its session has ended', async () => {
    const { user } = await platform.createUser()
    const { cookie: ended } = await firstAnswer(user.username)
    await platform.services.sessions.endAll(user.id)
    const { status, headers } = await frame.request('/api/v1/auth', { cookie: ended })
    expect([status, headers.getSetCookie().at(-1)]).toEqual([204, expect.stringContaining('Partitioned')])
  })
})

describe('a frame token', () => {
  let token: string
  beforeAll(async () => {
    token = await frameToken()
  })

  test.each<[name: string, headers: Record<string, string>]>([
    ['without the name of the embedding site', { 'x-platform-frame': '' }],
    ['for another embedding site', { 'x-platform-frame': 'https://other.example' }],
    ['from a page of another site', { origin: BLOG }],
    ['from a page with a hidden origin', { origin: 'null' }],
    ['from another site', { 'sec-fetch-site': 'cross-site' }],
  ])('is refused %s', async (_name, headers) => {
    expect(await frame.whoami({ headers: { ...frame.bearer(token), ...headers } })).toBe('TOKEN_INVALID')
  })

  test('is refused in the address of a request', async () => {
    expect((await frame.request(`/api/v1/auth?access_token=${token}`)).status).toBe(401)
  })

  test('is accepted where the browser does not say where a request comes from', async () => {
    const answer = await platform.http('/talk/api/v1/auth', { headers: frame.bearer(token) })
    expect(answer.status).toBe(200)
  })

  test('is refused once the embedding site is no longer permitted', async () => {
    const { settings } = platform.services
    await settings.update({ domains: { whitelist: ['other.example'] } })
    expect(await frame.whoami({ headers: frame.bearer(token) })).toBe('TOKEN_INVALID')
    await settings.update({ domains: { whitelist: ['blog.example', 'other.example'] } })
    expect(await frame.whoami({ headers: frame.bearer(token) })).toBe(username)
  })

  test('ends when its reader signs out in the frame', async () => {
    const other = await frameToken()
    const headers = frame.bearer(other)
    expect((await frame.request('/api/v1/auth', { method: 'DELETE', headers })).status).toBe(204)
    expect([await frame.whoami({ headers }), await frame.whoami({ headers: frame.bearer(token) })]).toEqual([
      'TOKEN_INVALID',
      username,
    ])
  })

  test('does not do what needs a recent sign-in, and makes no personal token', async () => {
    const { user } = await platform.createUser({ roles: ['ADMIN'] })
    const headers = frame.bearer(await frameToken(user.username))
    const ask = async (query: string) => {
      const answer = await frame.request('/api/v1/graph/ql', { method: 'POST', body: { query }, headers })
      const { data } = await answer.json()
      return Object.values<any>(data)[0].errors[0].translation_key
    }
    expect(await ask('mutation { createToken(input: { name: "mine" }) { errors { translation_key } } }')).toBe(
      'NOT_AUTHORIZED',
    )
    const attach = `attachLocalAuth(input: { email: "a@test.example", password: "a long enough password" })`
    expect(await ask(`mutation { ${attach} { errors { translation_key } } }`)).toBe('SIGN_IN_AGAIN')
  })
})

test('signing out everywhere inside a frame ends cookie, frame token and the session of the own pages', async () => {
  const { user, token } = await platform.createUser()
  const { cookie } = await firstAnswer(user.username)
  const headers = frame.bearer(await frameToken(user.username))
  const query = 'mutation { signOutEverywhere { errors { translation_key } } }'
  await frame.request('/api/v1/graph/ql', { method: 'POST', body: { query }, cookie })
  const own = await platform.http('/talk/api/v1/auth', { headers: { cookie: `authorization=${token}` } })
  expect([await frame.whoami({ cookie }), await frame.whoami({ headers }), own.status]).toEqual([
    null,
    'TOKEN_INVALID',
    204,
  ])
})

test('a frame that uses the token of its site stays signed in by it', async () => {
  const { user, token } = await platform.createUser()
  expect(await frame.whoami({ headers: { authorization: `Bearer ${token}` } })).toBe(user.username)
})
