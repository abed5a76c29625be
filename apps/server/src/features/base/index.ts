import { baseTypeDefs } from '@platform/core-schema'
import { defineFeature } from '../../contract/define-feature.ts'
import { basePermissions } from './permissions.ts'

/** The roots of the schema, and what is told of expected failures. */
export const baseFeature = defineFeature({
  name: 'base',
  typeDefs: baseTypeDefs,
  resolvers: {
    UserError: {
      __resolveType: (error: { field_name?: unknown }) =>
        error.field_name ? 'ValidationUserError' : 'GenericUserError',
    },
  },
  permissions: basePermissions,
})
