import { defineFeature } from '../../contract/loaded-plugin.ts'
import { setupPermissions } from './permissions.ts'
import { setupRoutes } from './routes.ts'

/** Making the first administrator of a new site. */
export const setupFeature = defineFeature('setup', { router: setupRoutes }, setupPermissions)
