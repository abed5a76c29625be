import { createTestPlatform, type TestPlatform } from '@platform/plugin-testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { visit } from '../pages/visit.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = await createTestPlatform()
})
afterAll(() => platform[Symbol.asyncDispose]())

const link = (url: string) => `/discussions/by-url?asset_url=${encodeURIComponent(url)}`

test('a link with the address of a page leads to its discussion', async () => {
  const asset = await platform.createAsset({ url: 'http://localhost/linked' })
  const { status, headers } = await visit(platform, link('http://localhost/linked?utm_source=feed#end'))
  expect([status, headers.get('location'), headers.get('cache-control')]).toEqual([
    303,
    `/discussions/${asset.id}`,
    'no-store',
  ])
})

test('the first link to a page of a permitted host opens its discussion', async () => {
  const before = await platform.services.assets.count()
  const { headers } = await visit(platform, link('http://localhost/never-seen'))
  const page = await visit(platform, headers.get('location')!)
  expect([page.status, await platform.services.assets.count()]).toEqual([200, before + 1])
  expect(page.html).toContain('localhost/never-seen')
})

test.each([
  [link('https://foreign.example/page'), 'There are no discussions here about pages of foreign.example.'],
  [link('javascript:alert(1)'), 'The link that brought you here names no page: its asset_url is not a web address.'],
  [link('http://user:secret@localhost/page'), 'There are no discussions here about pages of localhost.'],
  ['/discussions/by-url', 'This link does not say which page you want to discuss: its asset_url is missing.'],
])('a link that leads nowhere says why, and opens nothing: %s', async (path, sentence) => {
  const before = await platform.services.assets.count()
  const { status, html, headers } = await visit(platform, path)
  expect([status >= 400 && status < 500, headers.get('location')]).toEqual([true, null])
  expect(html).toContain(sentence)
  expect(html).not.toContain('secret')
  expect(await platform.services.assets.count()).toBe(before)
})

test('one address can open only so many discussions in an hour', async () => {
  const { LIMITS } = await import('../../src/features/limits/service.ts')
  const limit = LIMITS.discussionOpened
  for (let i = 0; i < limit.most; i++) await platform.services.limits.countFor('203.0.113.9', limit)
  await using behind = await createTestPlatform({ env: { PLATFORM_TRUST_PROXY: 'TRUE' } })
  for (let i = 0; i < limit.most; i++) await behind.services.limits.countFor('203.0.113.9', limit)
  const answer = await behind.http(link('http://localhost/one-too-many'), {
    headers: { 'x-forwarded-for': '203.0.113.9' },
  })
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, expect.stringMatching(/^\d+$/)])
})
