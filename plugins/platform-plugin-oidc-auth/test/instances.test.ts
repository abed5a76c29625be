import { configure } from '@platform/plugin-sdk'
import { createTestPlatform } from '@platform/plugin-testing'
import { expect } from 'vitest'
import { REDIS, startRedis } from '../../../apps/server/test/redis.ts'
import { testWith } from '../../../test/needs.ts'
import oidc from '../server/index.ts'
import { createHttpBrowser } from './support/http-browser.ts'
import { startProvider } from './support/openid-provider.ts'
import { popupMessage, ROOT } from './support/scene.ts'

const before = (url: URL) => url.pathname.endsWith('/callback')

async function twoInstances() {
  const stack = new AsyncDisposableStack()
  const redis = await startRedis()
  const provider = stack.use(await startProvider({ redirectUris: [`${ROOT}/api/v1/auth/first/callback`] }))
  const start = async () =>
    stack.use(
      await createTestPlatform({
        env: { PLATFORM_KVSTORE_URL: redis.url },
        plugins: [configure(oidc, { providers: [{ name: 'first', issuer: provider.issuer, ...provider.client }] })],
      }),
    )
  return { redis, stack, one: await start(), two: await start() }
}

testWith(REDIS)('a sign-in that begins on one instance ends on another, once', async () => {
  const { redis, stack, one, two } = await twoInstances()
  await using _redis = redis
  await using _stack = stack
  const browser = createHttpBrowser(one)
  const { url } = await browser.go('/api/v1/auth/first?display=popup', { before })
  const elsewhere = await two.http(url.pathname + url.search, { headers: { cookie: browser.cookies() } })
  const end = { url, status: elsewhere.status, headers: elsewhere.headers, text: await elsewhere.text() }
  expect([end.status, popupMessage(end).message.name]).toEqual([200, 'PLATFORM_SIGNED_IN'])
  expect((await browser.go(url.href)).status).toBe(400)
})

testWith(REDIS)('without the key-value store no user signs in, and a page says so', async () => {
  const { redis, stack, one } = await twoInstances()
  await using _stack = stack
  const browser = createHttpBrowser(one)
  const { url } = await browser.go('/api/v1/auth/first?display=popup', { before })
  await redis[Symbol.asyncDispose]()
  for (const path of ['/api/v1/auth/first', url.href]) {
    const end = await browser.go(path)
    expect([end.status, end.headers.get('retry-after') !== null, end.text.includes('You are not signed in')]).toEqual([
      503,
      true,
      true,
    ])
  }
})
