import { configure } from '@platform/plugin-sdk'
import { afterAll, beforeAll } from 'vitest'
import { testSignInByProvider } from '../../../apps/server/test/client-parts/sign-in-by-provider.ts'
import type { OauthProvider } from '../../platform-plugin-oidc-auth/test/support/oauth-provider.ts'
import facebook from '../server/index.ts'
import { client, startFacebook } from './support/facebook.ts'

let provider: OauthProvider
beforeAll(async () => {
  provider = await startFacebook()
  provider.profile = { id: '10151815', name: 'Ada Lovelace' }
})
afterAll(() => provider?.[Symbol.asyncDispose]())

testSignInByProvider({
  name: 'platform-plugin-facebook-auth',
  button: 'Continue with Facebook',
  plugin: () =>
    configure(facebook, { appId: client.id, appSecret: client.secret, site: provider.url, graph: provider.url }),
})
