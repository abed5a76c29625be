import { defineFeature } from '../contract/loaded-plugin.ts'
import { pagePermissions } from './permissions.ts'
import { pageRoutes } from './routes.ts'

/** The site's own pages, rendered by the server: discussions, accounts, set-up, and the files they load. */
export const pagesFeature = defineFeature('pages', { router: pageRoutes }, pagePermissions)
