import { createTestPlatform, type TestPlatform } from '@platform/plugin-testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { statements } from '../statements.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = await createTestPlatform()
})
afterAll(() => platform[Symbol.asyncDispose]())

const query = (...urls: string[]) => `/api/v1/counts?${new URLSearchParams(urls.map(url => ['url', url]))}`
const counts = async (...urls: string[]) => (await platform.http(query(...urls))).json()

test('each address is answered as it was asked, and finds its discussion as the stream does', async () => {
  const asset = await platform.createAsset({ url: 'http://localhost/counted?a=1&b=2' })
  const root = await platform.createComment({ asset })
  await platform.createComment({ asset, parent: root })
  await platform.createComment({ asset, status: 'REJECTED' })
  const asked = [
    'http://localhost/counted?a=1&b=2',
    'http://LOCALHOST:80/counted?b=2&a=1&utm_source=letter#top',
    'http://localhost/counted',
    'no address at all',
    'constructor',
  ]
  expect(await counts(...asked)).toEqual(Object.fromEntries(asked.map((url, i) => [url, i < 2 ? 2 : 0])))
})

test('a former address counts the comments of the page that it leads to', async () => {
  const asset = await platform.createAsset({ url: 'http://localhost/before' })
  await platform.createComment({ asset })
  await platform.services.assets.update(asset.id, { url: 'http://localhost/after' })
  expect(await counts('http://localhost/before', 'http://localhost/after')).toEqual({
    'http://localhost/before': 1,
    'http://localhost/after': 1,
  })
})

test('a page without a discussion has no comments, and none is opened for it', async () => {
  const before = await platform.services.assets.count()
  expect(await counts('http://localhost/nobody-came', 'https://foreign.example/page')).toEqual({
    'http://localhost/nobody-came': 0,
    'https://foreign.example/page': 0,
  })
  expect(await platform.services.assets.count()).toBe(before)
})

test('a hundred addresses need one query of the store, one more is refused with the reason', async () => {
  const urls = Array.from({ length: 101 }, (_, i) => `http://localhost/many-${i}`)
  await platform.createComment({ asset: await platform.createAsset({ url: urls[7]! }) })
  const asked = await statements(async () => {
    expect(Object.values(await counts(...urls.slice(0, 100))).filter(count => count !== 0)).toEqual([1])
  })
  expect(asked).toBe(1)
  for (const [path, reason] of [
    [query(...urls), 'url is given 101 times; give at most 100, and send another request'],
    ['/api/v1/counts', 'url is missing: give the address of a page, up to 100 times'],
  ] as const) {
    const answer = await platform.http(path)
    expect([answer.status, (await answer.json()).error.message]).toEqual([400, reason])
  }
})

test('scripts of every site may read the numbers, and no cookie goes either way', async () => {
  const { token } = await platform.createUser()
  for (const headers of [
    { origin: 'https://any.example' },
    { origin: 'https://any.example', cookie: `authorization=${token}` },
    { origin: 'http://localhost' },
  ]) {
    const answer = await platform.http(query('http://localhost/cors'), { headers })
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull()
    expect(answer.headers.get('set-cookie')).toBeNull()
  }
})

test('the answer is kept until a number changes, also that of a page whose discussion is opened later', async () => {
  const url = 'http://localhost/kept'
  const path = query(url)
  const first = await platform.http(path)
  const etag = first.headers.get('etag')!
  expect(await first.json()).toEqual({ [url]: 0 })
  const asked = await statements(async () => {
    const again = await platform.http(path, { headers: { 'if-none-match': etag } })
    expect([again.status, await again.text()]).toEqual([304, ''])
  })
  expect(asked).toBe(0)
  const asset = await platform.createAsset({ url })
  await platform.createComment({ asset })
  const changed = await platform.http(path, { headers: { 'if-none-match': etag } })
  expect([changed.status, await changed.json()]).toEqual([200, { [url]: 1 }])
  await platform.createComment({ asset })
  expect(await counts(url)).toEqual({ [url]: 2 })
})
