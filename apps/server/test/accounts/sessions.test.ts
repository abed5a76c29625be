import { createTestPlatform, type TestPlatform, type TestUser } from '@platform/plugin-testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { postJson } from './requests.ts'

const PASSWORD = 'a long enough password'

let platform: TestPlatform
let person: TestUser
beforeAll(async () => {
  platform = await createTestPlatform()
  person = await platform.createUser({ username: 'Ada' })
})
afterAll(() => platform[Symbol.asyncDispose]())

const signIn = (fields: Record<string, unknown> = {}, on = platform) =>
  postJson(on, '/api/v1/auth/local', { email: 'Ada@test.example', password: PASSWORD, ...fields })

describe('signing in', () => {
  test('answers with the account and a token that works in header, query and cookie', async () => {
    const { status, body, headers } = await signIn()
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store'])
    expect(body).toEqual({
      user: expect.objectContaining({ id: person.user.id, username: 'Ada', email: 'ada@test.example' }),
      token: expect.any(String),
    })
    const requests: [string, RequestInit][] = [
      ['/api/v1/auth', { headers: { authorization: `Bearer ${body.token}` } }],
      [`/api/v1/auth?access_token=${body.token}`, {}],
      ['/api/v1/auth', { headers: { cookie: headers.get('set-cookie')!.split(';', 1)[0]! } }],
    ]
    for (const [path, init] of requests)
      expect(await (await platform.http(path, init)).json()).toEqual({ user: body.user })
  })

  test('with address and password in the address of the request is refused, and they are in no log', async () => {
    const query = new URLSearchParams({ email: 'ada@test.example', password: PASSWORD }).toString()
    for (const init of [
      { method: 'POST' },
      { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' },
      { method: 'GET' },
    ]) {
      const answer = await platform.http(`/api/v1/auth/local?${query}`, {
        ...init,
        headers: { ...init.headers, origin: new URL(platform.services.config.rootUrl).origin },
      })
      expect([init.method, answer.status >= 400 && answer.status < 500, answer.headers.getSetCookie()]).toEqual([
        init.method,
        true,
        [],
      ])
    }
    expect(JSON.stringify(platform.logs)).not.toContain(PASSWORD.replaceAll(' ', '+'))
  })

  test('takes the address in any letters', async () => {
    expect((await signIn({ email: ' ADA@TEST.EXAMPLE ' })).status).toBe(200)
  })

  test.each<[name: string, fields: Record<string, unknown>, status: number, code: string]>([
    ['a wrong password', { password: 'another password' }, 401, 'NOT_AUTHORIZED'],
    ['no password', { password: '' }, 401, 'NOT_AUTHORIZED'],
    ['an unknown address', { email: 'nobody@test.example' }, 401, 'NOT_AUTHORIZED'],
    ['no address', { email: '' }, 401, 'NOT_AUTHORIZED'],
    ['the username for an address', { email: 'Ada' }, 401, 'NOT_AUTHORIZED'],
    ['an operator', { password: { $ne: null } }, 400, 'BAD_USER_INPUT'],
  ])('with %s is refused, and sets no cookie', async (_name, fields, status, code) => {
    const answer = await signIn(fields)
    expect([answer.status, answer.code, answer.headers.get('set-cookie')]).toEqual([status, code, null])
  })

  test('does not reveal whether an address has an account', async () => {
    const strip = ({ status, body }: Awaited<ReturnType<typeof signIn>>) => ({ status, ...body.error, requestId: null })
    expect(strip(await signIn({ password: 'another password' }))).toEqual(
      strip(await signIn({ email: 'nobody@test.example' })),
    )
  })

  test('a user who signs in at a provider has no password here', async () => {
    const other = await platform.createUser({ username: 'Elsewhere' })
    await platform.services.docstore.collection('users').updateOne({ id: other.user.id }, { $unset: { password: '' } })
    expect((await signIn({ email: 'elsewhere@test.example' })).status).toBe(401)
  })
})

describe('the cookie', () => {
  test.each<[env: Record<string, string>, cookie: RegExp]>([
    [{}, /^authorization=[\w.-]+; Path=\/; Max-Age=86400; HttpOnly; SameSite=Lax$/],
    [
      { PLATFORM_ROOT_URL: 'https://comments.example' },
      /^authorization=[\w.-]+; Path=\/; Max-Age=86400; HttpOnly; SameSite=Lax; Secure$/,
    ],
    [
      { PLATFORM_JWT_EXPIRY: '1hr', PLATFORM_JWT_SIGNING_COOKIE_NAME: 'session' },
      /^session=[\w.-]+; Path=\/; Max-Age=3600; HttpOnly; SameSite=Lax$/,
    ],
  ])('with %j', async (env, cookie) => {
    await using configured = await createTestPlatform({ env })
    await configured.createUser({ username: 'Ada' })
    expect((await signIn({}, configured)).headers.getSetCookie()[0]).toMatch(cookie)
  })
})

describe('GET /api/v1/auth', () => {
  test('answers an anonymous caller with 204', async () => {
    const response = await platform.http('/api/v1/auth')
    expect([response.status, await response.text(), response.headers.get('cache-control')]).toEqual([
      204,
      '',
      'no-store',
    ])
  })

  test('answers a user with their account, and nothing more', async () => {
    const response = await platform.as(person).http('/api/v1/auth')
    const { user } = (await response.json()) as { user: Record<string, unknown> }
    expect(Object.keys(user).toSorted()).toEqual(['created_at', 'email', 'id', 'role', 'roles', 'status', 'username'])
  })

  test('a session ends when its token does', async () => {
    await using timed = await createTestPlatform({ now: new Date('2026-03-01T12:00:00.000Z') })
    const reader = timed.as(await timed.createUser())
    timed.clock.advance(86_400_000 - 1_000)
    expect((await reader.http('/api/v1/auth')).status).toBe(200)
    timed.clock.advance(120_000)
    expect((await reader.http('/api/v1/auth')).status).toBe(401)
  })
})
