import { createTestPlatform, type TestPlatform } from '@platform/plugin-testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const LISTED = 'https://news.example'
const STRANGERS = [
  'https://evil.example',
  'https://news.example.evil.example',
  'https://evilnews.example',
  'https://sub.news.example',
  'https://news.example/',
  'HTTPS://NEWS.EXAMPLE',
  'null',
  'https://user@news.example',
  'https://news.example, https://evil.example',
  'file://',
  '*',
]
const ROUTES: readonly (readonly [method: string, path: string])[] = [
  ['POST', '/api/v1/graph/ql'],
  ['POST', '/api/v1/auth/local'],
  ['GET', '/api/v1/account'],
  ['GET', '/api/v1/nothing'],
  ['DELETE', '/api/v1/auth'],
  ['PUT', '/api/v1/account/password/reset'],
]

let platform: TestPlatform
beforeAll(async () => {
  platform = await createTestPlatform()
  await platform.services.settings.update({ domains: { whitelist: ['news.example', '127.0.0.1'] } })
})
afterAll(() => platform[Symbol.asyncDispose]())

const preflight = (path: string, method: string, origin: string) =>
  platform.http(path, {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': method,
      'access-control-request-headers': 'authorization, content-type, x-secret',
    },
  })
const ask = (method: string, path: string, headers: Record<string, string>) =>
  platform.http(path, {
    method,
    headers: { ...(method === 'GET' ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(method === 'GET' ? {} : { body: JSON.stringify({ query: '{ __typename }' }) }),
  })
const granted = (headers: Headers) =>
  [...headers].filter(([name]) => name.startsWith('access-control-')).map(([name]) => name)

describe.each(ROUTES)('%s %s [C07]', (method, path) => {
  test('lets exactly a listed origin read, answers and refusals alike, and never by cookie', async () => {
    const { headers } = await ask(method, path, { origin: LISTED })
    expect([headers.get('access-control-allow-origin'), granted(headers)]).toEqual([
      LISTED,
      ['access-control-allow-origin'],
    ])
    expect(headers.get('vary')).toMatch(/\bOrigin\b/)
    const asked = await preflight(path, method, LISTED)
    expect([
      asked.status,
      Object.fromEntries(granted(asked.headers).map(name => [name, asked.headers.get(name)])),
    ]).toEqual([
      204,
      {
        'access-control-allow-origin': LISTED,
        'access-control-allow-headers': 'authorization,content-type,idempotency-key,x-captcha-response',
        'access-control-allow-methods': 'GET,POST,PUT,DELETE',
        'access-control-max-age': '600',
      },
    ])
    expect(asked.headers.get('vary')).toMatch(/\bOrigin\b/)
  })

  test.each(STRANGERS)('tells %s nothing', async origin => {
    for (const { headers } of [await ask(method, path, { origin }), await preflight(path, method, origin)])
      expect([granted(headers), headers.get('vary')]).toEqual([[], expect.stringMatching(/\bOrigin\b/)])
  })
})

test('each permitted origin may read a shared answer, which names that origin [C07]', async () => {
  const query = () => ({ method: 'POST', body: JSON.stringify({ query: '{ settings { organizationName } }' }) })
  const seen = []
  for (const origin of [LISTED, null, 'http://127.0.0.1:4321', 'https://evil.example', LISTED]) {
    const response = await platform.http('/api/v1/graph/ql', {
      ...query(),
      headers: { 'content-type': 'application/json', ...(origin === null ? {} : { origin }) },
    })
    seen.push([
      response.status,
      response.headers.get('access-control-allow-origin'),
      /\bOrigin\b/.test(response.headers.get('vary') ?? ''),
    ])
  }
  expect(seen).toEqual([
    [200, LISTED, true],
    [200, null, true],
    [200, 'http://127.0.0.1:4321', true],
    [200, null, true],
    [200, LISTED, true],
  ])
  await platform.services.settings.update({ domains: { whitelist: ['127.0.0.1'] } })
  expect(
    (
      await platform.http('/api/v1/graph/ql', {
        ...query(),
        headers: { 'content-type': 'application/json', origin: LISTED },
      })
    ).headers.get('access-control-allow-origin'),
  ).toBeNull()
  await platform.services.settings.update({ domains: { whitelist: ['news.example', '127.0.0.1'] } })
})

test('scripts of other sites can not read pages [C07]', async () => {
  for (const path of ['/', '/sign-in', '/account/password', '/nothing'])
    expect(granted((await platform.http(path, { headers: { origin: LISTED, accept: 'text/html' } })).headers)).toEqual(
      [],
    )
})

test('a request from a listed origin acts by its token and never by a cookie [C07]', async () => {
  const caller = await platform.createUser()
  const me = async (headers: Record<string, string>) => {
    const response = await platform.http('/api/v1/graph/ql', {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: LISTED, ...headers },
      body: JSON.stringify({ query: '{ me { id } }' }),
    })
    return [
      response.status,
      response.headers.get('access-control-allow-origin'),
      response.status === 200 ? (await response.json()).data.me.id : null,
    ]
  }
  expect(await me({ cookie: `authorization=${caller.token}` })).toEqual([403, LISTED, null])
  expect(await me({ authorization: `Bearer ${caller.token}` })).toEqual([200, LISTED, caller.user.id])
})

test('a server with https lets no page without https read an answer [C07]', async () => {
  await using encrypted = await createTestPlatform({ env: { PLATFORM_ROOT_URL: 'https://comments.example' } })
  await encrypted.services.settings.update({ domains: { whitelist: ['news.example'] } })
  const allowed = async (origin: string) =>
    (await encrypted.http('/api/v1/auth', { headers: { origin } })).headers.get('access-control-allow-origin')
  expect([
    await allowed('https://news.example'),
    await allowed('http://news.example'),
    await allowed('https://comments.example'),
  ]).toEqual(['https://news.example', null, 'https://comments.example'])
})
