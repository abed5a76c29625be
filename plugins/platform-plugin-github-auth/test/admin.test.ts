import { configure } from '@platform/plugin-sdk'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDesk } from '../../../apps/server/test/admin/desk.ts'
import { startVisited, type Visited } from '../../../apps/server/test/pages/browser.ts'
import { CHROMIUM } from '../../../apps/server/test/pages/chromium.ts'
import { describeWith } from '../../../test/needs.ts'
import { type OauthProvider, startOauthProvider } from '../../platform-plugin-oidc-auth/test/support/oauth-provider.ts'
import github from '../server/index.ts'

const client = { id: 'Ov23a', secret: 'a secret' }

describeWith(CHROMIUM)('GitHub in the admin panel, in Chromium', { timeout: 60_000 }, () => {
  let visited: Visited
  let provider: OauthProvider
  beforeAll(async () => {
    provider = await startOauthProvider({
      client,
      paths: { authorize: '/login/oauth/authorize', token: '/login/oauth/access_token', profile: '/api/v3/user' },
      refusals: {
        code: { status: 200, body: { error: 'bad_verification_code' } },
        client: { status: 200, body: { error: 'incorrect_client_credentials' } },
      },
    })
    const { id: clientId, secret: clientSecret } = client
    const site = { site: `${provider.url}/`, api: `${provider.url}/api/v3` }
    visited = await startVisited({ plugins: [configure(github, { clientId, clientSecret, ...site })] })
  })
  afterAll(async () => {
    await visited?.[Symbol.asyncDispose]()
    await provider?.[Symbol.asyncDispose]()
  })

  test('an administrator tries the client id and its secret in the configuration', async () => {
    const administrator = await visited.platform.createUser({ roles: ['ADMIN'] })
    await using desk = await openDesk(visited, administrator, '/admin/configure/server')
    await desk.page.getByRole('button', { name: 'Test: Sign-in by github' }).click()
    await desk.page.locator('.works').getByText('accepts the client id and its secret').waitFor()
    expect(visited.complaints).toEqual([])
  })
})
