import { configure } from '@platform/plugin-sdk'
import { createTestPlatform, pluginContract } from '@platform/plugin-testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startPictureServer } from '../../../apps/server/test/avatars/picture-server.ts'
import { jpeg } from '../../../apps/server/test/avatars/pictures.ts'
import { avatarOf } from '../../platform-plugin-oidc-auth/test/support/avatar-of.ts'
import { createHttpBrowser } from '../../platform-plugin-oidc-auth/test/support/http-browser.ts'
import type { OauthProvider } from '../../platform-plugin-oidc-auth/test/support/oauth-provider.ts'
import { popupMessage } from '../../platform-plugin-oidc-auth/test/support/scene.ts'
import github from '../server/index.ts'
import { client, startGithub } from './support/github.ts'

pluginContract(configure(github, { clientId: client.id, clientSecret: client.secret }), {
  describe,
  expect,
  test,
  package: new URL('..', import.meta.url),
})

let provider: OauthProvider
beforeAll(async () => {
  provider = await startGithub()
})
afterAll(() => provider?.[Symbol.asyncDispose]())

const start = (clientSecret = client.secret, env: Readonly<Record<string, string>> = {}) =>
  createTestPlatform({
    env,
    plugins: [
      configure(github, { clientId: client.id, clientSecret, site: `${provider.url}/`, api: `${provider.url}/api/v3` }),
    ],
  })

test('a user comes from GitHub, and is known by their number when their name has changed', async () => {
  await using platform = await start()
  const signIn = async () =>
    popupMessage(await createHttpBrowser(platform).go('/api/v1/auth/github?display=popup')).message.data.user
  provider.profile = { id: 1815, login: 'ada', name: 'Ada Lovelace', email: 'ada@example.org' }
  const user = await signIn()
  expect(user).toMatchObject({ username: 'Ada_Lovelace', email: null, status: { username: 'UNSET' } })
  provider.profile = { id: 1815, login: 'countess', name: null }
  expect(await signIn()).toEqual(user)
  provider.profile = { id: 1816, login: 'ada', name: 'Ada Lovelace' }
  expect((await signIn()).id).not.toBe(user.id)
  expect((await platform.services.users.findById(user.id))!.profiles).toEqual([{ provider: 'github', id: '1815' }])
  expect([provider.asked[0]!.get('code_challenge_method'), provider.asked[0]!.has('scope')]).toEqual(['S256', false])
})

test.each<[string, unknown]>([
  ['without an id', { login: 'ada' }],
  ['with an id that is text', { id: '1', login: 'ada' }],
  ['with an id that is no number', { id: 1.5, login: 'ada' }],
  ['that is a list', []],
  ['that is nothing', null],
])('a profile %s signs no user in [O15]', async (_what, profile) => {
  await using platform = await start()
  provider.profile = profile
  const end = await createHttpBrowser(platform).go('/api/v1/auth/github?display=popup')
  expect([end.status, popupMessage(end).message.error!.code]).toEqual([502, 'PROVIDER_FAILED'])
})

test('a made-up code is refused [O06]', async () => {
  await using platform = await start()
  const browser = createHttpBrowser(platform)
  const { url } = await browser.go('/api/v1/auth/github', { before: next => next.pathname.endsWith('/callback') })
  url.searchParams.set('code', 'made-up')
  expect((await browser.go(url.href)).status).toBe(400)
})

test('a client that GitHub refuses is logged as such [O15]', async () => {
  await using platform = await start('another secret')
  const end = await createHttpBrowser(platform).go('/api/v1/auth/github')
  expect([end.status, end.text.includes('does not answer as it should')]).toEqual([502, true])
  expect(platform.logs.find(({ msg }) => msg === 'a provider did not identify the user')).toMatchObject({
    provider: 'github',
    plugin: 'platform-plugin-github-auth',
  })
  expect(JSON.stringify(platform.logs)).not.toContain('another secret')
})

test('the picture of the account there is shown, and what is none is not', async () => {
  await using pictures = await startPictureServer()
  await using platform = await start(client.secret, { PLATFORM_OUTBOUND_ALLOW: pictures.host })
  const signIn = async () =>
    popupMessage(await createHttpBrowser(platform).go('/api/v1/auth/github?display=popup')).message.data.user.id
  provider.profile = { id: 1815, login: 'ada', avatar_url: pictures.put('/ada', jpeg()) }
  expect(await avatarOf(platform, await signIn())).toMatch(/^\/avatars\//)
  provider.profile = { id: 1816, login: 'bob', avatar_url: 7 }
  expect(await avatarOf(platform, await signIn())).toBeNull()
})
