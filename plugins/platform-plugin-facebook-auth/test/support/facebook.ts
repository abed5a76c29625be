import { createHmac } from 'node:crypto'
import {
  type OauthProvider,
  startOauthProvider,
} from '../../../platform-plugin-oidc-auth/test/support/oauth-provider.ts'

export const client = { id: '1234567890', secret: 'a secret' }

/** A provider that answers as Facebook does. */
export const startFacebook = (): Promise<OauthProvider> =>
  startOauthProvider({
    client,
    paths: { authorize: '/v24.0/dialog/oauth', token: '/v24.0/oauth/access_token', profile: '/v24.0/me' },
    refusals: {
      code: {
        status: 400,
        body: { error: { message: 'This authorization code has been used.', type: 'OAuthException', code: 100 } },
      },
      client: {
        status: 400,
        body: { error: { message: 'Error validating client secret.', type: 'OAuthException', code: 1 } },
      },
    },
    admits: (_request, { query, token }) =>
      query.get('fields') === 'id,name,picture.width(256).height(256)' &&
      query.get('appsecret_proof') === createHmac('sha256', client.secret).update(token).digest('hex'),
  })
