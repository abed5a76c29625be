import type { TestUser } from '@platform/plugin-testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { handshake, type LivePlatform, startLive } from '../live/socket.ts'

const HOST = 'comments.test.example'

let live: LivePlatform
let victim: TestUser
beforeAll(async () => {
  live = await startLive({
    env: {
      NODE_ENV: 'production',
      PLATFORM_ROOT_URL: `https://${HOST}/talk`,
      PLATFORM_ROOT_URL_MOUNT_PATH: 'TRUE',
      PLATFORM_JWT_SIGNING_COOKIE_NAME: '__Host-session',
    },
  })
  victim = await live.platform.createUser()
  const admin = await live.platform.createUser({ roles: ['ADMIN'] })
  const query = `mutation ($domains: [String!]!) {
    updateSettings(input: { domains: { whitelist: $domains } }, password: "a long enough password") { errors { translation_key } }
  }`
  await live.platform.http('/talk/api/v1/graph/ql', {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${admin.token}` },
    body: JSON.stringify({ query, variables: { domains: [HOST, 'news.test.example'] } }),
  })
})
afterAll(() => live[Symbol.asyncDispose]())

/** Origins that are another than `https://comments.test.example`, though their host is the same or a permitted one. */
const OTHERS = [
  `http://${HOST}`,
  `http://${HOST}:443`,
  `https://${HOST}:8443`,
  `https://${HOST}.evil.example`,
  'https://evil.example',
  'null',
]

describe('a site that is served by https in production [C01, C03]', () => {
  const mutation = (from: Record<string, string>) =>
    live.platform.http('/talk/api/v1/graph/ql', {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie: `authorization=${victim.token}`, ...from },
      body: JSON.stringify({ query: 'mutation { ignoreUser(id: "nobody") { errors { translation_key } } }' }),
    })
  const form = (from: Record<string, string>) =>
    live.platform.http('/talk/sign-out', {
      method: 'POST',
      redirect: 'manual',
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...from },
      body: 'next=/',
    })

  test.each(OTHERS)('refuses a form and a mutation from a page of %s', async origin => {
    for (const from of [{ origin }, { referer: `${origin}/talk/page` }])
      expect([(await mutation(from)).status, (await form(from)).status]).toEqual([403, 403])
  })

  test('accepts them from its own pages', async () => {
    for (const from of [{ origin: `https://${HOST}` }, { referer: `https://${HOST}/talk/page` }])
      expect([(await mutation(from)).status, (await form(from)).status]).toEqual([200, 303])
  })

  // Another port of a permitted host by https is a permitted page, whose cookies do not count.
  test.each(OTHERS.filter(origin => origin !== `https://${HOST}:8443`))(
    'refuses a live connection from a page of %s [W01]',
    async origin => {
      expect(await handshake(live.url, { origin, headers: { host: HOST } })).toBe(403)
    },
  )

  test.each([`https://${HOST}`, 'https://news.test.example'])(
    'accepts a live connection from a page of %s [W01]',
    async origin => {
      expect(await handshake(live.url, { origin, headers: { host: HOST } })).toBe(101)
    },
  )
})

describe('the cookie of a session', () => {
  test('has the configured name, and as a __Host- cookie the path that browsers ask for [V22]', async () => {
    const response = await live.platform.http('/talk/api/v1/auth/local', {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie: 'authorization=older' },
      body: JSON.stringify({ email: victim.user.profiles[0]!.id, password: 'a long enough password' }),
    })
    const cookies = response.headers.getSetCookie()
    const set = cookies.find(cookie => cookie.startsWith('__Host-session='))
    expect(cookies).toContain('authorization=; Path=/talk; Max-Age=0; HttpOnly; SameSite=Lax; Secure')
    expect(set).toMatch(/^__Host-session=eyJ[^;]*; Path=\/; Max-Age=86400; HttpOnly; SameSite=Lax; Secure$/)
    const own = { cookie: set!.split(';')[0]!, origin: `https://${HOST}` }
    const out = await live.platform.http('/talk/api/v1/auth', { method: 'DELETE', headers: own })
    expect([out.status, ...out.headers.getSetCookie()]).toEqual([
      204,
      'authorization=; Path=/talk; Max-Age=0; HttpOnly; SameSite=Lax; Secure',
      '__Host-session=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax; Secure',
    ])
  })
})
