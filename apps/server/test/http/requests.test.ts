import { createTestPlatform, type TestPlatform } from '@platform/plugin-testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let platform: TestPlatform
beforeAll(async () => {
  platform = await createTestPlatform()
})
afterAll(() => platform[Symbol.asyncDispose]())

describe('the id of a request [H23]', () => {
  test('is made for it, and is in the answer', async () => {
    const [one, two] = await Promise.all([platform.http('/api/v1/auth'), platform.http('/api/v1/auth')])
    expect(one.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
    expect(one.headers.get('x-request-id')).not.toBe(two.headers.get('x-request-id'))
  })

  test.each([
    ['a plain one', 'trace-1', true],
    ['64 characters', 'a'.repeat(64), true],
    ['65 characters', 'a'.repeat(65), false],
    ['markup', '<b>', false],
    ['JSON', '{"level":"fatal"}', false],
    ['an escape', 'a\u001b[31m', false],
  ])('is taken from a proxy when it is plain: %s', async (_name, id, taken) => {
    const response = await platform.http('/api/v1/nothing', { headers: { 'x-request-id': id } }).catch(() => null)
    if (!response) return expect(taken).toBe(false)
    expect(response.headers.get('x-request-id') === id).toBe(taken)
    expect(((await response.json()) as { error: { requestId: string } }).error.requestId).toBe(
      response.headers.get('x-request-id'),
    )
  })
})

describe('what is not there [H25, H13]', () => {
  test.each<[method: string, path: string, accept: string, status: number, code: string | null]>([
    ['GET', '/api/v1/nothing', 'application/json', 404, 'NOT_FOUND'],
    ['GET', '/api/v1/nothing', 'text/html', 404, 'NOT_FOUND'],
    ['GET', '/api', '*/*', 404, 'NOT_FOUND'],
    ['GET', '/nothing', 'application/json', 404, 'NOT_FOUND'],
    ['GET', '/nothing', 'text/html', 404, null],
    ['GET', '/%3Cscript%3Ealert(1)%3C/script%3E', 'text/html', 404, null],
    ['DELETE', '/api/v1/users', '*/*', 405, 'METHOD_NOT_ALLOWED'],
    ['GET', '/api/v1/users', '*/*', 405, 'METHOD_NOT_ALLOWED'],
  ])('%s %s for %s', async (method, path, accept, status, code) => {
    const response = await platform.http(path, { method, headers: { accept } })
    expect([response.status, response.headers.get('cache-control')]).toEqual([status, 'no-store'])
    const text = await response.text()
    expect(text).not.toContain('<script>alert')
    if (code === null) return expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(JSON.parse(text)).toEqual({
      error: {
        code,
        translation_key: code,
        message: expect.any(String),
        requestId: response.headers.get('x-request-id'),
      },
    })
  })

  test('a method that is not allowed says which are', async () => {
    expect((await platform.http('/api/v1/users')).headers.get('allow')).toBe('POST')
  })

  test.each(['x-http-method-override', 'x-method-override', 'x-http-method'])(
    '%s has no effect [H13]',
    async header => {
      const response = await platform.http('/api/v1/auth', { headers: { [header]: 'POST' } })
      expect(response.status).toBe(204)
    },
  )
})

describe('the body of a request', () => {
  const json = { 'content-type': 'application/json' }
  test.each<[name: string, init: RequestInit, status: number, code: string]>([
    ['of 256 KiB and one byte', { headers: json, body: `"${'x'.repeat(256 * 1024 - 1)}"` }, 413, 'PAYLOAD_TOO_LARGE'],
    ['that is no JSON', { headers: json, body: '{' }, 400, 'BAD_REQUEST'],
    ['of a list', { headers: json, body: '[]' }, 400, 'BAD_USER_INPUT'],
    [
      'of another type',
      { headers: { 'content-type': 'application/xml' }, body: '<a/>' },
      415,
      'UNSUPPORTED_MEDIA_TYPE',
    ],
    ['of no type', { body: '{}', headers: { 'content-type': '' } }, 415, 'UNSUPPORTED_MEDIA_TYPE'],
    [
      'that is compressed [H01]',
      { headers: { ...json, 'content-encoding': 'gzip' }, body: 'x' },
      415,
      'UNSUPPORTED_MEDIA_TYPE',
    ],
    [
      'that is compressed twice [H01]',
      { headers: { ...json, 'content-encoding': 'gzip,gzip' }, body: 'x' },
      415,
      'UNSUPPORTED_MEDIA_TYPE',
    ],
    [
      'with an operator for a text [N01]',
      { headers: json, body: '{"email": {"$gt": ""}, "password": {"$ne": null}}' },
      400,
      'BAD_USER_INPUT',
    ],
    [
      'with a list for a text [N01]',
      { headers: json, body: '{"email": ["a"], "password": ["b"]}' },
      400,
      'BAD_USER_INPUT',
    ],
    [
      'with a very long text',
      { headers: json, body: JSON.stringify({ email: 'x'.repeat(2_001), password: '' }) },
      400,
      'BAD_USER_INPUT',
    ],
  ])('%s', async (_name, init, status, code) => {
    for (const path of ['/api/v1/auth/local', '/api/v1/users']) {
      const response = await platform.http(path, { method: 'POST', ...init })
      expect([response.status, ((await response.json()) as { error: { code: string } }).error.code]).toEqual([
        status,
        code,
      ])
    }
  })
})

test('every answer carries the security headers, and none tells what serves it [H22]', async () => {
  for (const path of ['/api/v1/auth', '/api/v1/nothing', '/nothing', '/api/v1/graph/ql?query={__typename}']) {
    const { headers } = await platform.http(path, { headers: { accept: 'text/html, application/json' } })
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin')
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(headers.get('strict-transport-security')).toBeNull()
    expect([headers.get('server'), headers.get('x-powered-by')]).toEqual([null, null])
  }
})

test('a server with https sends Strict-Transport-Security, and the operator may change a header [H22]', async () => {
  await using secure = await createTestPlatform({
    env: {
      PLATFORM_ROOT_URL: 'https://comments.example/',
      PLATFORM_SECURITY_HEADERS_CONFIGURATION: '{"referrerPolicy": {"policy": "same-origin"}}',
    },
  })
  const { headers } = await secure.http('/api/v1/auth')
  expect([headers.get('strict-transport-security'), headers.get('referrer-policy')]).toEqual([
    'max-age=15552000; includeSubDomains',
    'same-origin',
  ])
})

describe('another origin [C07]', () => {
  const ORIGINS = ['https://evil.example', 'null', 'http://localhost.evil.example', 'http://127.0.0.1:3001']
  test.each(ORIGINS)('%s is not let in to read', async origin => {
    const { headers } = await platform.http('/api/v1/graph/ql?query={__typename}', { headers: { origin } })
    expect([...headers.keys()].filter(name => name.startsWith('access-control-'))).toEqual([])
  })

  test.each(ORIGINS)('%s asking before gets no permission', async origin => {
    const { headers } = await platform.http('/api/v1/graph/ql', {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization, content-type',
      },
    })
    expect([...headers.keys()].filter(name => name.startsWith('access-control-'))).toEqual([])
  })
})
