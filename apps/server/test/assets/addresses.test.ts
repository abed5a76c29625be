import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestPlatform, type TestPlatform } from '../../src/testing/index.ts'

let platform: TestPlatform

beforeAll(async () => {
  platform = await createTestPlatform()
  await platform.platform.services.settings.update({ domains: { whitelist: ['ok.com', 'bücher.example'] } })
})

afterAll(() => platform[Symbol.asyncDispose]())

const open = (url: string) => platform.graphql<{ asset: { id: string; url: string } | null }>('query ($url: String) { asset(url: $url) { id url } }', { url })

test.each([
  'http://ok.com:80@169.254.169.254/', 'http://ok.com@evil.example/', 'http://ok.com.evil/', 'http://evil-ok.com/', 'ok.com#@evil', 'ok.com\\@evil', 'http://evil/ok.com',
  'http://ok.com./', '//ok.com/', 'ok.com', 'ftp://ok.com/', 'javascript://ok.com/%0aalert(1)', 'data:text/html,ok.com', 'http://sub.ok.com/', 'http://[::1]/', 'http://evil.example\\@ok.com/', `http://ok.com/${'x'.repeat(2_100)}`,
])('S02: no discussion is opened at %s', async url => {
  const { data, errors } = await open(url)
  expect(data?.asset ?? null).toBeNull()
  expect(errors[0]?.extensions.code).toBe('INVALID_ASSET_URL')
})

test.each([
  ['http://OK.com/a', 'http://ok.com/a'], ['http://ok.com:80/a', 'http://ok.com/a'], ['https://ok.com:443/a', 'https://ok.com/a'], ['http://ok.com:8080/a', 'http://ok.com:8080/a'],
  ['http://ok.com/a#part', 'http://ok.com/a'], ['http://ok.com/x/../a', 'http://ok.com/a'], ['http://bücher.example/', 'http://xn--bcher-kva.example/'], ['http://ok.com/a?b=1&c=2', 'http://ok.com/a?b=1&c=2'],
])('S13: %s is the page %s', async (given, canonical) => {
  const [first, second] = [await open(given), await open(canonical)]
  expect(first.data?.asset).toEqual({ id: second.data!.asset!.id, url: canonical })
})

test('S09: fifty who open the same page at once open one discussion', async () => {
  const answers = await Promise.all(Array.from({ length: 50 }, () => open('http://ok.com/popular')))
  expect(new Set(answers.map(({ data }) => data!.asset!.id)).size).toBe(1)
})

test('a discussion that is there is found after its domain was taken from the list', async () => {
  const { data } = await open('http://ok.com/kept')
  await platform.platform.services.settings.update({ domains: { whitelist: ['bücher.example'] } })
  expect((await open('http://ok.com/kept')).data).toEqual(data)
  expect((await open('http://ok.com/new')).errors[0]?.extensions.code).toBe('INVALID_ASSET_URL')
})

test('who opens very many discussions by asking for pages waits; moderators do not, and what is there is found', { timeout: 30_000 }, async () => {
  await using busy = await createTestPlatform()
  const ask = async (url: string, by = busy) => (await by.graphql('query ($url: String) { asset(url: $url) { id } }', { url })).errors[0]?.extensions['code'] ?? null
  const asked = []
  for (let n = 0; n < 601; n++) asked.push(await ask(`http://localhost/page/${n}`))
  expect([asked.filter(code => code === null).length, asked.at(-1)]).toEqual([600, 'RATE_LIMIT_EXCEEDED'])
  expect([await ask('http://localhost/page/1'), await ask('http://localhost/another'), await ask('http://localhost/another', busy.as(await busy.createUser({ roles: ['MODERATOR'] })))]).toEqual([null, 'RATE_LIMIT_EXCEEDED', null])
})
