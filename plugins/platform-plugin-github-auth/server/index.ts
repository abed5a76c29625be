import { definePlugin } from '@platform/plugin-sdk'
import { isProviderAddress, oauthProvider, signInAt } from '@platform/provider-auth'
import { z } from 'zod'

const address = z
  .string()
  .refine(isProviderAddress, 'expected an https:// address')
  .transform(text => text.replace(/\/+$/, ''))

const config = z.strictObject({
  clientId: z.string().min(1),
  clientSecret: z.string().min(1),
  site: address.default('https://github.com'),
  api: address.default('https://api.github.com'),
})

/** A picture is not needed, so one of the wrong kind counts as none. */
const picture = z.string().nullable().catch(null)

/** The profile at GitHub. A name may pass to another user there, but the number never does. */
const profile = z.object({
  id: z.number().int().positive(),
  login: z.string(),
  name: z.string().nullish(),
  avatar_url: picture,
})

/** Signs users in with their GitHub account. */
export default definePlugin({
  name: 'platform-plugin-github-auth',
  sdk: '^1.0',
  capabilities: ['auth.strategies', 'auth.users', 'http.routes', 'kvstore', 'net.fetch'],
  config,
  secrets: ['clientSecret'],
  translations: {
    en: { 'platform-plugin-github-auth': { button: 'Continue with GitHub' } },
    de: { 'platform-plugin-github-auth': { button: 'Weiter mit GitHub' } },
    es: { 'platform-plugin-github-auth': { button: 'Continuar con GitHub' } },
    fr: { 'platform-plugin-github-auth': { button: 'Continuer avec GitHub' } },
  },
  ...signInAt(({ clientId, clientSecret, site, api }: z.output<typeof config>) => [
    oauthProvider({
      name: 'github',
      clientId,
      clientSecret,
      button: { text: 'platform-plugin-github-auth.button' },
      issuer: `${site}/login/oauth`,
      authorize: `${site}/login/oauth/authorize`,
      token: `${site}/login/oauth/access_token`,
      profile: `${api}/user`,
      // Without a scope the token can read the public profile, and no more is needed.
      scopes: [],
      read: body => {
        const { id, login, name, avatar_url } = profile.parse(body)
        return { id: String(id), displayName: name || login, picture: avatar_url }
      },
    }),
  ]),
})
