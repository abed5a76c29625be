import { configure } from '@platform/plugin-sdk'
import { afterAll, beforeAll } from 'vitest'
import { testSignInByProvider } from '../../../apps/server/test/client-parts/sign-in-by-provider.ts'
import type { OauthProvider } from '../../platform-plugin-oidc-auth/test/support/oauth-provider.ts'
import github from '../server/index.ts'
import { client, startGithub } from './support/github.ts'

let provider: OauthProvider
beforeAll(async () => {
  provider = await startGithub()
  provider.profile = { id: 1815, login: 'ada', name: 'Ada Lovelace' }
})
afterAll(() => provider?.[Symbol.asyncDispose]())

testSignInByProvider({
  name: 'platform-plugin-github-auth',
  button: 'Continue with GitHub',
  plugin: () =>
    configure(github, {
      clientId: client.id,
      clientSecret: client.secret,
      site: `${provider.url}/`,
      api: `${provider.url}/api/v3`,
    }),
})
