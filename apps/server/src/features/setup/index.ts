import { defineFeature } from '../../contract/define-feature.ts'
import { setupRoutes } from './routes.ts'
import { createSetupToken, type SetupToken } from './token.ts'

declare module '@platform/plugin-sdk' {
  interface Services {
    readonly setupToken: SetupToken
  }
}

/** The set-up of a new site, which makes its first administrator. */
export const setupFeature = defineFeature({
  name: 'setup',
  router: setupRoutes,
  // Both routes are open to anonymous readers, because the set-up asks for the token that the server printed.
  permissions: { 'GET /api/v1/setup': 'ANYBODY', 'POST /api/v1/setup': 'ANYBODY' },
  services: {
    setupToken: { needs: ['kvstore'], create: ({ kvstore }) => createSetupToken(kvstore) },
  },
})
