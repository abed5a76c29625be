import { configure } from '@platform/plugin-sdk'
import { createTestPlatform, pluginContract } from '@platform/plugin-testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startPictureServer } from '../../../apps/server/test/avatars/picture-server.ts'
import { jpeg } from '../../../apps/server/test/avatars/pictures.ts'
import { avatarOf } from '../../platform-plugin-oidc-auth/test/support/avatar-of.ts'
import { createHttpBrowser } from '../../platform-plugin-oidc-auth/test/support/http-browser.ts'
import type { OauthProvider } from '../../platform-plugin-oidc-auth/test/support/oauth-provider.ts'
import { popupMessage } from '../../platform-plugin-oidc-auth/test/support/scene.ts'
import facebook from '../server/index.ts'
import { client, startFacebook } from './support/facebook.ts'

pluginContract(configure(facebook, { appId: client.id, appSecret: client.secret }), {
  describe,
  expect,
  test,
  package: new URL('..', import.meta.url),
})

let provider: OauthProvider
beforeAll(async () => {
  provider = await startFacebook()
})
afterAll(() => provider?.[Symbol.asyncDispose]())

const start = (appSecret = client.secret, env: Readonly<Record<string, string>> = {}) =>
  createTestPlatform({
    env,
    plugins: [configure(facebook, { appId: client.id, appSecret, site: provider.url, graph: provider.url })],
  })

test('a user comes from Facebook, is asked in a pop-up, and is known again', async () => {
  await using platform = await start()
  const signIn = async () =>
    popupMessage(await createHttpBrowser(platform).go('/api/v1/auth/facebook?display=popup')).message.data.user
  provider.profile = { id: '10151815', name: 'Ada Lovelace' }
  const user = await signIn()
  expect(user).toMatchObject({ username: 'Ada_Lovelace', email: null, status: { username: 'UNSET' } })
  expect(await signIn()).toEqual(user)
  expect((await platform.services.users.findById(user.id))!.profiles).toEqual([
    { provider: 'facebook', id: '10151815' },
  ])
  expect(Object.fromEntries(provider.asked[0]!)).toMatchObject({
    scope: 'public_profile',
    display: 'popup',
    auth_type: 'rerequest',
    code_challenge_method: 'S256',
    redirect_uri: 'http://localhost:3000/api/v1/auth/facebook/callback',
  })
})

test.each<[string, unknown]>([
  ['without an id', { name: 'Ada' }],
  ['with an error instead of a user', { error: { code: 190 } }],
])('a profile %s signs no user in [O15]', async (_what, profile) => {
  await using platform = await start()
  provider.profile = profile
  const end = await createHttpBrowser(platform).go('/api/v1/auth/facebook?display=popup')
  expect([end.status, popupMessage(end).message.error!.code]).toEqual([502, 'PROVIDER_FAILED'])
})

test('an app that Facebook refuses signs no user in, and no secret is logged [O15]', async () => {
  await using platform = await start('another secret')
  expect((await createHttpBrowser(platform).go('/api/v1/auth/facebook')).status).toBe(502)
  expect(platform.logs.find(({ msg }) => msg === 'a provider did not identify the user')).toMatchObject({
    provider: 'facebook',
  })
  expect(JSON.stringify(platform.logs)).not.toContain('another secret')
})

test('the picture of the account there is shown, and what is none is not', async () => {
  await using pictures = await startPictureServer()
  await using platform = await start(client.secret, { PLATFORM_OUTBOUND_ALLOW: pictures.host })
  const signIn = async () =>
    popupMessage(await createHttpBrowser(platform).go('/api/v1/auth/facebook?display=popup')).message.data.user.id
  provider.profile = {
    id: '1815',
    name: 'Ada',
    picture: { data: { url: pictures.put('/ada', jpeg()), is_silhouette: false } },
  }
  expect(await avatarOf(platform, await signIn())).toMatch(/^\/avatars\//)
  provider.profile = {
    id: '1816',
    name: 'Bob',
    picture: { data: { url: pictures.put('/ada', jpeg()), is_silhouette: true } },
  }
  expect(await avatarOf(platform, await signIn())).toBeNull()
})
