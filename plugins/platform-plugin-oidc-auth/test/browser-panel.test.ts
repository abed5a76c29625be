import { configure } from '@platform/plugin-sdk'
import { afterAll } from 'vitest'
import { testSignInByProvider } from '../../../apps/server/test/client-parts/sign-in-by-provider.ts'
import oidc from '../server/index.ts'
import { type OpenidProvider, startProvider } from './support/openid-provider.ts'

let provider: OpenidProvider | undefined
afterAll(() => provider?.[Symbol.asyncDispose]())

testSignInByProvider({
  name: 'platform-plugin-oidc-auth',
  button: 'Continue with The Newsroom',
  async plugin(root) {
    provider = await startProvider({ redirectUris: [`${root}/api/v1/auth/newsroom/callback`] })
    provider.account = { sub: '104', name: 'Ada Lovelace' }
    return configure(oidc, {
      providers: [{ name: 'newsroom', issuer: provider.issuer, ...provider.client, label: 'The Newsroom' }],
    })
  },
})
