import { createHmac } from 'node:crypto'
import { definePlugin } from '@platform/plugin-sdk'
import { isProviderAddress, oauthProvider, signInAt } from '@platform/provider-auth'
import { z } from 'zod'

const address = z
  .string()
  .refine(isProviderAddress, 'expected an https:// address')
  .transform(text => text.replace(/\/+$/, ''))

const config = z.strictObject({
  appId: z.string().min(1),
  appSecret: z.string().min(1),
  version: z
    .string()
    .regex(/^v\d+\.\d+$/, 'expected a version like v24.0')
    .default('v24.0'),
  site: address.default('https://www.facebook.com'),
  graph: address.default('https://graph.facebook.com'),
})

/** A silhouette is no picture. A picture is not needed, so one of the wrong kind counts as none. */
const picture = z
  .object({ data: z.object({ url: z.string(), is_silhouette: z.boolean().default(false) }) })
  .transform(({ data }) => (data.is_silhouette ? null : data.url))
  .catch(null)

const profile = z.object({ id: z.string().regex(/^\d+$/), name: z.string().default(''), picture })

/** Signs users in with their Facebook account. */
export default definePlugin({
  name: 'platform-plugin-facebook-auth',
  sdk: '^1.0',
  capabilities: ['auth.strategies', 'auth.users', 'http.routes', 'kvstore', 'net.fetch'],
  config,
  secrets: ['appSecret'],
  translations: {
    en: { 'platform-plugin-facebook-auth': { button: 'Continue with Facebook' } },
    de: { 'platform-plugin-facebook-auth': { button: 'Weiter mit Facebook' } },
    es: { 'platform-plugin-facebook-auth': { button: 'Continuar con Facebook' } },
    fr: { 'platform-plugin-facebook-auth': { button: 'Continuer avec Facebook' } },
  },
  ...signInAt(({ appId, appSecret, version, site, graph }: z.output<typeof config>) => [
    oauthProvider({
      name: 'facebook',
      clientId: appId,
      clientSecret: appSecret,
      button: { text: 'platform-plugin-facebook-auth.button' },
      issuer: site,
      authorize: `${site}/${version}/dialog/oauth`,
      token: `${graph}/${version}/oauth/access_token`,
      // The proof shows that the token is used by the app that received it.
      profile: token => {
        const proof = createHmac('sha256', appSecret).update(token).digest('hex')
        return `${graph}/${version}/me?${new URLSearchParams({ fields: 'id,name,picture.width(256).height(256)', appsecret_proof: proof })}`
      },
      scopes: ['public_profile'],
      parameters: { display: 'popup', auth_type: 'rerequest' },
      read: body => {
        const { id, name, picture: address } = profile.parse(body)
        return { id, displayName: name, picture: address }
      },
    }),
  ]),
})
