import { createTestPlatform, type TestPlatform } from '@platform/plugin-testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const GRAPH = '/api/v1/graph/ql?query={__typename}'

describe('below a path', () => {
  let platform: TestPlatform
  beforeAll(async () => {
    platform = await createTestPlatform({
      env: { PLATFORM_ROOT_URL: 'http://localhost:3000/talk/', PLATFORM_ROOT_URL_MOUNT_PATH: 'TRUE' },
    })
  })
  afterAll(() => platform[Symbol.asyncDispose]())

  test.each([
    [`/talk${GRAPH}`, 200],
    ['/talk/api/v1/auth', 204],
    ['/talk/api/v1/setup', 200],
    [GRAPH, 404],
    ['/api/v1/auth', 404],
    ['/talkative/api/v1/auth', 404],
    ['/talk/talk/api/v1/auth', 404],
  ])('%s answers %i', async (path, status) => {
    expect((await platform.http(path)).status).toBe(status)
  })

  test('an API answers a browser with JSON there too', async () => {
    const response = await platform.http('/talk/api/v1/nothing', { headers: { accept: 'text/html' } })
    expect([response.status, response.headers.get('content-type')]).toEqual([404, 'application/json; charset=utf-8'])
  })

  test('a session belongs to that path', async () => {
    const { user } = await platform.createUser()
    const response = await platform.http('/talk/api/v1/auth/local', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: user.profiles[0]!.id, password: 'a long enough password' }),
    })
    expect(response.headers.get('set-cookie')).toContain('; Path=/talk;')
  })

  test('what is shared there is not shared elsewhere', async () => {
    for (const _ of [1, 2]) {
      const body = JSON.stringify({ query: '{ settings { moderation } }' })
      const headers = { 'content-type': 'application/json' }
      expect((await platform.http('/talk/api/v1/graph/ql', { method: 'POST', headers, body })).status).toBe(200)
      expect((await platform.http('/api/v1/graph/ql', { method: 'POST', headers, body })).status).toBe(404)
    }
  })
})

test('a path in the root address alone mounts nothing there', async () => {
  await using platform = await createTestPlatform({ env: { PLATFORM_ROOT_URL: 'http://localhost:3000/talk/' } })
  expect([(await platform.http(GRAPH)).status, (await platform.http(`/talk${GRAPH}`)).status]).toEqual([200, 404])
})

describe('the host [H02]', () => {
  test("in production only the platform's own is served; health checks come by any", async () => {
    await using platform = await createTestPlatform({
      env: { NODE_ENV: 'production', PLATFORM_ROOT_URL: 'https://comments.example' },
    })
    const statuses = async (path: string) =>
      Promise.all(
        ['comments.example', 'evil.example', 'comments.example:80', 'comments.example.evil.example', '10.0.0.1'].map(
          async host => (await platform.http(path, { headers: { host } })).status,
        ),
      )
    expect(await statuses('/api/v1/auth')).toEqual([204, 421, 421, 421, 421])
    expect(await statuses('/livez')).toEqual([200, 200, 200, 200, 200])
  })

  test('in development any is, so that another device in the house can look', async () => {
    await using platform = await createTestPlatform()
    expect((await platform.http('/api/v1/auth', { headers: { host: '192.168.1.7:3000' } })).status).toBe(204)
  })
})
