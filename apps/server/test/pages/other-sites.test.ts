import { createTestPlatform, type TestPlatform } from '@platform/plugin-testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { post } from './visit.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = await createTestPlatform()
})
afterAll(() => platform[Symbol.asyncDispose]())

test('no page of accounts or set-up, and none that was not found, is shown inside a page of another site [O13]', async () => {
  const routes = platform.routes.flatMap(({ method, path }) =>
    method === 'GET' && path && /^\/(account|sign-in|register|admin)/.test(path) && !path.includes(':') ? [path] : [],
  )
  expect(routes.length).toBeGreaterThan(6)
  for (const path of [...routes, '/nothing/here']) {
    const { headers } = await platform.http(path, { headers: { accept: 'text/html' } })
    expect([
      path,
      headers.get('x-frame-options'),
      /frame-ancestors 'none'/.test(headers.get('content-security-policy') ?? ''),
    ]).toEqual([path, 'DENY', true])
  }
})

test('no way of writing a path leads out of the site [O03]', async () => {
  for (const path of [
    '//evil.example/',
    '/%2f%2fevil.example/',
    '/\\evil.example/',
    '//evil.example/..',
    '/.//evil.example/',
    '/account//evil.example/',
    '///evil.example',
    '/register//evil.example/',
  ]) {
    const { status, headers } = await platform.http(path, { headers: { accept: 'text/html' } })
    const location = headers.get('location')
    expect([path, status < 500, location === null || new URL(location, 'http://localhost:3000').origin]).toEqual([
      path,
      true,
      location === null ? true : 'http://localhost:3000',
    ])
  }
})

test('a form is accepted by the origin of its request, so a token in the form changes nothing [C06]', async () => {
  const reader = await platform.createUser()
  for (const fields of [
    { decision: 'stay', _csrf: 'made up' },
    { decision: 'stay', csrf_token: 'a'.repeat(500) },
  ] as Record<string, string>[]) {
    expect(
      (await post(platform, '/account/deletion', fields, { user: reader, origin: 'https://evil.example' })).status,
    ).toBe(403)
    expect((await post(platform, '/account/deletion', fields, { user: reader })).status).not.toBe(403)
  }
})
