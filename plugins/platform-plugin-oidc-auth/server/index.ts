import { definePlugin } from '@platform/plugin-sdk'
import { oidcProvider, signInAt } from '@platform/provider-auth'
import { config, type Settings } from './config.ts'

/** Signs users in by the OpenID providers that the operator lists. */
export default definePlugin({
  name: 'platform-plugin-oidc-auth',
  sdk: '^1.0',
  capabilities: ['auth.strategies', 'auth.users', 'http.routes', 'kvstore', 'net.fetch'],
  config,
  secrets: ['providers', 'clientSecrets'],
  translations: {
    en: { 'platform-plugin-oidc-auth': { button: 'Continue with {0}' } },
    de: { 'platform-plugin-oidc-auth': { button: 'Weiter mit {0}' } },
    es: { 'platform-plugin-oidc-auth': { button: 'Continuar con {0}' } },
    fr: { 'platform-plugin-oidc-auth': { button: 'Continuer avec {0}' } },
  },
  ...signInAt(({ providers, clientSecrets }: Settings) =>
    providers.map(({ name, issuer, clientId, clientSecret, label, scopes }) =>
      oidcProvider({
        name,
        issuer,
        clientId,
        scopes,
        clientSecret: clientSecret ?? clientSecrets[name]!,
        button: { text: 'platform-plugin-oidc-auth.button', values: [label ?? name] },
      }),
    ),
  ),
})
