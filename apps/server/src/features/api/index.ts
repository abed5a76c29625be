import { defineFeature } from '../../contract/define-feature.ts'
import { apiPermissions } from './permissions.ts'
import { apiRoutes } from './routes.ts'

/** What the server says of itself, and what browsers report to it. */
export const apiFeature = defineFeature({
  name: 'api',
  router: apiRoutes,
  permissions: apiPermissions,
})
