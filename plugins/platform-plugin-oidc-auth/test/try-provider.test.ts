import { configure } from '@platform/plugin-sdk'
import { createTestPlatform } from '@platform/plugin-testing'
import { expect, test } from 'vitest'
import oidc from '../server/index.ts'
import { startProvider } from './support/openid-provider.ts'
import { ROOT } from './support/scene.ts'

test.each(['client_secret_basic', 'client_secret_post'] as const)(
  'administrators learn whether a provider knows the client and its secret, by %s',
  async authMethod => {
    await using provider = await startProvider({ redirectUris: [`${ROOT}/api/v1/auth/right/callback`], authMethod })
    const { issuer, client } = provider
    await using platform = await createTestPlatform({
      plugins: [
        configure(oidc, {
          providers: [
            { name: 'right', issuer, ...client },
            { name: 'wrong', issuer, ...client, clientSecret: 'not the secret of the client' },
            { name: 'gone', issuer: 'http://127.0.0.1:9', ...client },
          ],
        }),
      ],
    })
    const admin = platform.as(await platform.createUser({ roles: ['ADMIN'] }))
    const tried = async (name: string) =>
      (
        await admin.graphql('mutation ($name: String!) { testProvider(name: $name) { result { works message } } }', {
          name,
        })
      ).data!['testProvider'].result
    const { host } = new URL(issuer)
    expect(await tried('right')).toEqual({ works: true, message: `${host} accepts the client id and its secret` })
    expect(await tried('wrong')).toEqual({
      works: false,
      message: `wrong does not work: ${host} refuses the client id or its secret`,
    })
    expect(await tried('gone')).toMatchObject({ works: false })
  },
)
