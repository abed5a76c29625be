import { createTestPlatform, type TestPlatform } from '@platform/plugin-testing'
import { afterAll, beforeAll, expect, test } from 'vitest'

let platform: TestPlatform
beforeAll(async () => {
  platform = await createTestPlatform()
})
afterAll(() => platform[Symbol.asyncDispose]())

const permit = (whitelist: string[]) => platform.services.settings.update({ domains: { whitelist } })

/** The hosts that may frame the stream of a page, as the answer to a page with the given `Referer` says. */
async function framingHosts(address: string, referer?: string): Promise<string[]> {
  const { headers } = await platform.http(`/embed/stream?${new URLSearchParams({ asset_url: address })}`, {
    headers: referer === undefined ? {} : { referer },
  })
  const policy = headers.get('content-security-policy') ?? ''
  expect([policy.length < 4_000, headers.get('x-frame-options')]).toEqual([true, null])
  return /frame-ancestors ([^;]*)/.exec(policy)?.[1]?.split(' ') ?? []
}

test('pages of every permitted host may frame a stream [O13] [H22]', async () => {
  await permit(['news.example', 'blog.example'])
  expect(await framingHosts('https://news.example/first')).toEqual(["'self'", 'news.example:*', 'blog.example:*'])
  expect(await framingHosts('https://news.example/first', 'https://foreign.example/')).not.toContain(
    'foreign.example:*',
  )
})

test('of 1,000 permitted hosts the header names only those of the request, and stays short [O13]', async () => {
  const hosts = Array.from({ length: 1_000 }, (_, i) => `a-site-of-many-${i}.example`)
  await permit(hosts)
  const address = `https://${hosts[7]}/first`
  expect(await framingHosts(address, `https://${hosts[8]}/`)).toEqual(["'self'", `${hosts[8]}:*`, `${hosts[7]}:*`])
  // The answer to one embedding page is not given to another.
  expect(await framingHosts(address, `https://${hosts[9]}:8443/`)).toEqual(["'self'", `${hosts[9]}:*`, `${hosts[7]}:*`])
  expect(await framingHosts(address, 'https://foreign.example/')).toEqual(["'self'", `${hosts[7]}:*`])
  expect(await framingHosts(address)).toEqual(["'self'", `${hosts[7]}:*`])
  expect(await framingHosts('https://foreign.example/page', 'no address')).toEqual(["'self'"])
})

test('the frame of a page of another host says so in words, and opens no discussion', async () => {
  await permit(['news.example'])
  const before = await platform.services.assets.count()
  const answer = await platform.http(`/embed/stream?asset_url=${encodeURIComponent('https://foreign.example/page')}`)
  expect(answer.status).toBe(400)
  const page = await answer.text()
  expect(page).toContain('There are no discussions here about pages of foreign.example.')
  // A page without a discussion loads nothing that draws one.
  expect([...page.matchAll(/<(?:link|script) [^>]*?(?:href|src)="([^"]+)"/g)].map(([, file]) => file)).toEqual([
    expect.stringMatching(/^\/assets\/stream-.*\.css$/),
    expect.stringMatching(/^\/assets\/refusal\..*\.js$/),
  ])
  expect(await platform.services.assets.count()).toBe(before)
})
