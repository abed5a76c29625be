import { defineFeature } from '../../contract/define-feature.ts'
import { setupPermissions } from './permissions.ts'
import { setupRoutes } from './routes.ts'
import { createSetupToken, type SetupToken } from './token.ts'

declare module '@platform/plugin-sdk' {
  interface Services {
    readonly setupToken: SetupToken
  }
}

/** Making the first administrator of a new site. */
export const setupFeature = defineFeature({
  name: 'setup',
  router: setupRoutes,
  permissions: setupPermissions,
  services: {
    setupToken: { needs: ['kvstore'], create: ({ kvstore }) => createSetupToken(kvstore) },
  },
})
