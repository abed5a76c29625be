import { configure } from '@platform/plugin-sdk'
import { afterAll } from 'vitest'
import { testSignInByProvider } from '../../../apps/server/test/client-parts/sign-in-by-provider.ts'
import { type OpenidProvider, startProvider } from '../../platform-plugin-oidc-auth/test/support/openid-provider.ts'
import google from '../server/index.ts'

let provider: OpenidProvider | undefined
afterAll(() => provider?.[Symbol.asyncDispose]())

testSignInByProvider({
  name: 'platform-plugin-google-auth',
  button: 'Continue with Google',
  async plugin(root) {
    provider = await startProvider({ redirectUris: [`${root}/api/v1/auth/google/callback`] })
    provider.account = { sub: '104', name: 'Ada Lovelace' }
    return configure(google, { ...provider.client, issuer: provider.issuer })
  },
})
