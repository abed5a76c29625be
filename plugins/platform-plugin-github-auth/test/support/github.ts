import {
  type OauthProvider,
  startOauthProvider,
} from '../../../platform-plugin-oidc-auth/test/support/oauth-provider.ts'

export const client = { id: 'Ov23a', secret: 'a secret' }

/** A provider that answers as GitHub does. */
export const startGithub = (): Promise<OauthProvider> =>
  startOauthProvider({
    client,
    paths: { authorize: '/login/oauth/authorize', token: '/login/oauth/access_token', profile: '/api/v3/user' },
    // GitHub says so with a status of success.
    refusals: {
      code: { status: 200, body: { error: 'bad_verification_code' } },
      client: { status: 200, body: { error: 'incorrect_client_credentials' } },
    },
    admits: ({ headers }) => headers['user-agent'] !== undefined,
  })
