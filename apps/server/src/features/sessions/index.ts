import { defineFeature } from '../../contract/loaded-plugin.ts'
import { sessionPermissions } from './permissions.ts'
import { sessionRoutes } from './routes.ts'

/** Sessions: how they end. */
export const sessionsFeature = defineFeature('sessions', { router: sessionRoutes }, sessionPermissions)
