import type { Comment, PluginRouter } from '@platform/plugin-sdk'
import { createTestPlatform, type TestPlatform, type TestUser } from '@platform/plugin-testing'
import express from 'express'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { named } from '../compose/named.ts'

let platform: TestPlatform
let victim: TestUser
let own: string

beforeAll(async () => {
  platform = await createTestPlatform()
  victim = await platform.createUser()
  own = new URL(platform.services.config.rootUrl).origin
})
afterAll(() => platform[Symbol.asyncDispose]())

let assetId: string
beforeEach(async () => {
  assetId = (await platform.createAsset()).id
})

const cookie = () => `authorization=${victim.token}`
const posted = () => platform.services.docstore.collection<Comment>('comments').countDocuments({ asset_id: assetId })

async function comment(headers: Record<string, string>) {
  const query = `mutation {
    createComment(input: { asset_id: "${assetId}", body: "Sent by another page" }) {
      errors { translation_key }
    }
  }`
  const response = await platform.http('/api/v1/graph/ql', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ query }),
  })
  return response.status
}

const FOREIGN: Record<string, string>[] = [
  { origin: 'https://evil.example' },
  { origin: 'null' },
  { origin: 'http://localhost.evil.example' },
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
  { referer: 'https://evil.example/page' },
  { referer: 'nonsense' },
  { origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' },
]

describe('JSON that acts by the cookie [C02, C03]', () => {
  test.each(FOREIGN)('sent from %j is refused, and nothing happens', async from => {
    expect([await comment({ cookie: cookie(), ...from }), await posted()]).toEqual([403, 0])
  })

  test.each<[string, () => Record<string, string>]>([
    ['a page of the platform', () => ({ origin: own })],
    ['a page of the platform by another name', () => ({ origin: 'http://127.0.0.1:3000', host: '127.0.0.1:3000' })],
    ['a browser that says it is the same origin', () => ({ 'sec-fetch-site': 'same-origin' })],
    ['a page of the platform, by its referer', () => ({ referer: `${own}/page` })],
    ['a program that says nothing', () => ({})],
  ])('from %s is let in', async (_name, from) => {
    expect([await comment({ cookie: cookie(), ...from() }), await posted()]).toEqual([200, 1])
  })

  test.each(FOREIGN)('with a token of its own in a header is not affected by %j [C03]', async from => {
    expect([await comment({ authorization: `Bearer ${victim.token}`, ...from }), await posted()]).toEqual([200, 1])
  })
})

describe('forms [C01]', () => {
  const TYPES = ['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'text/plain']
  const ROUTES = ['/api/v1/graph/ql', '/api/v1/users', '/api/v1/auth/local', '/api/v1/setup']

  test.each(ROUTES.flatMap(path => TYPES.map(type => [path, type] as const)))(
    'posted to %s as %s by another site are refused',
    async (path, type) => {
      for (const headers of [{}, { cookie: cookie() }]) {
        const response = await platform.http(path, {
          method: 'POST',
          headers: { 'content-type': type, origin: 'https://evil.example', ...headers },
          body: 'email=a%40b.c&username=someone&password=long+enough',
        })
        expect([response.status, ((await response.json()) as { error: { code: string } }).error.code]).toEqual([
          403,
          'CSRF_REJECTED',
        ])
      }
    },
  )

  test.each(TYPES)(
    'of %s without a word about where they come from are refused when a cookie comes with them: every browser says it',
    async type => {
      for (const sent of [cookie(), 'anything=at-all']) {
        const response = await platform.http('/api/v1/users', {
          method: 'POST',
          headers: { 'content-type': type, cookie: sent },
          body: 'a=b',
        })
        expect(response.status).toBe(403)
      }
    },
  )

  test.each(TYPES)('of %s are not what a route of the core reads, wherever they come from', async type => {
    expect(
      (await platform.http('/api/v1/users', { method: 'POST', headers: { 'content-type': type }, body: 'a=b' })).status,
    ).toBe(415)
  })
})

describe('a form that a service posts to the route of a plugin', () => {
  const hook = named('hook', {
    router: (router: PluginRouter) => {
      router.post('/api/v1/hook', express.urlencoded(), (req, res) => {
        res.json({ got: req.body, user: req.user?.id ?? null })
      })
    },
  })
  const post = (receiver: TestPlatform, headers: Record<string, string>) =>
    receiver.http('/api/v1/hook', {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      body: 'event=paid&id=7',
    })

  test('arrives without a cookie, and with one or from a page of another site it does not', async () => {
    await using receiver = await createTestPlatform({ plugins: [hook] })
    const { token } = await receiver.createUser()
    const arrived = await post(receiver, {})
    expect([arrived.status, await arrived.json()]).toEqual([200, { got: { event: 'paid', id: '7' }, user: null }])
    const refused: Record<string, string>[] = [
      { cookie: `authorization=${token}` },
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
      { referer: 'https://evil.example/' },
    ]
    for (const headers of refused) expect((await post(receiver, headers)).status).toBe(403)
  })
})
