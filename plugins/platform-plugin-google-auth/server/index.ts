import { definePlugin } from '@platform/plugin-sdk'
import { isProviderAddress, oidcProvider, signInAt } from '@platform/provider-auth'
import { z } from 'zod'

const config = z.strictObject({
  clientId: z.string().min(1),
  clientSecret: z.string().min(1),
  issuer: z.string().refine(isProviderAddress, 'expected an https:// address').default('https://accounts.google.com'),
})

/** Signs users in with their Google account. */
export default definePlugin({
  name: 'platform-plugin-google-auth',
  sdk: '^1.0',
  capabilities: ['auth.strategies', 'auth.users', 'http.routes', 'kvstore', 'net.fetch'],
  config,
  secrets: ['clientSecret'],
  translations: {
    en: { 'platform-plugin-google-auth': { button: 'Continue with Google' } },
    de: { 'platform-plugin-google-auth': { button: 'Weiter mit Google' } },
    es: { 'platform-plugin-google-auth': { button: 'Continuar con Google' } },
    fr: { 'platform-plugin-google-auth': { button: 'Continuer avec Google' } },
  },
  ...signInAt(({ clientId, clientSecret, issuer }: z.output<typeof config>) => [
    oidcProvider({
      name: 'google',
      issuer,
      clientId,
      clientSecret,
      button: { text: 'platform-plugin-google-auth.button' },
      // Google asks for the account, because it would otherwise use the last one of users with several accounts.
      parameters: { prompt: 'select_account' },
    }),
  ]),
})
