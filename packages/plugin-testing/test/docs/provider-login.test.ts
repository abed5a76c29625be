import { OAuth2Server } from 'oauth2-mock-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestPlatform } from '../../src/index.ts'
import { type Site, siteOf } from './site.ts'

let provider: OAuth2Server
let site: Site
let platform: TestPlatform

beforeAll(async () => {
  provider = new OAuth2Server()
  await provider.issuer.keys.generate('RS256')
  await provider.start(0, '127.0.0.1')
  provider.service.on('beforeUserinfo', answer => {
    answer.body = { sub: 'person-1', name: 'Someone New' }
  })
  site = await siteOf('recipes/provider-login.md')
  platform = await site.start({
    PLATFORM_PLUGIN_EXAMPLE_PROVIDER_ISSUER: provider.issuer.url!.replace('localhost', '127.0.0.1'),
    PLATFORM_PLUGIN_EXAMPLE_PROVIDER_CLIENT_SECRET: 'a secret of the site',
  })
})
afterAll(async () => {
  await platform.close()
  await provider.stop()
  await site[Symbol.asyncDispose]()
})

/** Goes to the provider as a browser does. The provider of this test asks no question and sends back a code. */
async function goToProvider(): Promise<{ asked: URL; back: string; cookie: string }> {
  const sent = await platform.http('/example-provider')
  expect(sent.status).toBe(302)
  const asked = new URL(sent.headers.get('location')!)
  const answered = await fetch(asked, { redirect: 'manual' })
  const back = new URL(answered.headers.get('location')!)
  return { asked, back: back.pathname + back.search, cookie: sent.headers.get('set-cookie')!.split(';')[0]! }
}

async function signIn(): Promise<{ status: number; html: string }> {
  const { back, cookie } = await goToProvider()
  const answer = await platform.http(back, { headers: { cookie } })
  return { status: answer.status, html: await answer.text() }
}

test('the plugin redirects to the provider with every required parameter', async () => {
  const { asked, cookie } = await goToProvider()
  expect(Object.fromEntries(asked.searchParams)).toEqual({
    response_type: 'code',
    client_id: 'our-site',
    scope: 'openid profile',
    state: cookie.split('=')[1],
    redirect_uri: 'https://comments.example/api/v1/auth/example-provider/callback',
  })
})

test('they come back signed in, each time as the same user', async () => {
  const pages = [await signIn(), await signIn()]
  expect(pages.map(({ status }) => status)).toEqual([200, 200])
  const tokens = pages.map(({ html }) => /eyJ[\w-]+\.[\w-]+\.[\w-]+/.exec(html)![0])
  const me = await Promise.all(
    tokens.map(
      async token =>
        (
          (await (
            await platform.http('/api/v1/graph/ql?query={me{id}}', { headers: { authorization: `Bearer ${token}` } })
          ).json()) as any
        ).data.me.id,
    ),
  )
  expect(new Set(me)).toEqual(new Set([expect.any(String)]))
  const user = await platform.services.users.findById(me[0])
  expect(user!.profiles).toMatchObject([{ provider: 'example-provider', id: 'person-1' }])
})

test.each([
  ["another window's answer", (back: string, _cookie: string) => [back, 'example-provider-state=of-somebody-else']],
  ['an answer that no request asked for', (back: string) => [back, '']],
  ['an answer without its state', (back: string, cookie: string) => [back.replace(/state=[^&]+/, 'state='), cookie]],
  ['a refusal', (back: string, cookie: string) => [back.replace(/code=[^&]+/, 'error=access_denied'), cookie]],
] as const)('%s signs no user in', async (_name, changed) => {
  const { back, cookie } = await goToProvider()
  const [path, sent] = changed(back, cookie) as [string, string]
  const answer = await platform.http(path, { headers: { cookie: sent } })
  expect(answer.status).toBeGreaterThanOrEqual(400)
  expect(await answer.text()).not.toContain('eyJ')
})

test('when the provider fails, no answer has a secret', async () => {
  provider.service.once('beforeResponse', answer => {
    answer.statusCode = 500
    answer.body = { error: 'a secret of the provider' } as never
  })
  const { status, html } = await signIn()
  expect(status).toBeGreaterThanOrEqual(500)
  expect(html).not.toContain('a secret of')
})

test('its code compiles', async () => {
  expect(await site.compile()).toBe('')
}, 60_000)
