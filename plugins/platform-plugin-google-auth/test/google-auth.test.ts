import { configure } from '@platform/plugin-sdk'
import { createTestPlatform, pluginContract } from '@platform/plugin-testing'
import { describe, expect, test } from 'vitest'
import { createHttpBrowser } from '../../platform-plugin-oidc-auth/test/support/http-browser.ts'
import { startProvider } from '../../platform-plugin-oidc-auth/test/support/openid-provider.ts'
import { popupMessage } from '../../platform-plugin-oidc-auth/test/support/scene.ts'
import google from '../server/index.ts'

pluginContract(configure(google, { clientId: 'a client', clientSecret: 'a secret' }), {
  describe,
  expect,
  test,
  package: new URL('..', import.meta.url),
})

test('a user comes from Google, is asked which account, and is known again', async () => {
  await using provider = await startProvider({ redirectUris: ['http://localhost:3000/api/v1/auth/google/callback'] })
  await using platform = await createTestPlatform({
    plugins: [configure(google, { ...provider.client, issuer: provider.issuer })],
  })
  provider.account = { sub: '104', name: 'Ada Lovelace', email: 'ada@example.org', email_verified: true }
  const signIn = async () =>
    popupMessage(await createHttpBrowser(platform).go('/api/v1/auth/google?display=popup')).message.data.user
  const user = await signIn()
  expect(user).toMatchObject({ username: 'Ada_Lovelace', email: null })
  expect(await signIn()).toEqual(user)
  expect(Object.fromEntries(provider.asked('/auth')[0]!)).toMatchObject({
    scope: 'openid profile',
    prompt: 'select_account',
    code_challenge_method: 'S256',
  })
  expect((await platform.services.users.findById(user.id))!.profiles).toEqual([{ provider: 'google', id: '104' }])
})

test('its button says so', async () => {
  await using platform = await createTestPlatform({
    plugins: [configure(google, { clientId: 'a', clientSecret: 'b' })],
  })
  const page = await (await platform.http('/sign-in', { headers: { 'accept-language': 'fr' } })).text()
  expect(page).toContain('>Continuer avec Google</a>')
})
