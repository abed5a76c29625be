import { defineFeature } from '../../compose/member.ts'
import { accountRoutes } from './routes.ts'

/** What people do about their own accounts. */
export const accountsFeature = defineFeature('accounts', { router: accountRoutes })
