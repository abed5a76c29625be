import { baseTypeDefs } from '@platform/core-schema'
import { defineFeature } from '../../contract/define-feature.ts'
import { LIVE_PATH } from '../../contract/live-path.ts'

/** The root types of the schema, the errors of mutations, and the routes of health checks and the live endpoint. */
export const baseFeature = defineFeature({
  name: 'base',
  typeDefs: baseTypeDefs,
  resolvers: {
    UserError: {
      __resolveType: ({ field_name: field, code }: { field_name?: unknown; code?: unknown }) => {
        if (code === 'COMMENT_CHANGED') return 'CommentChangedUserError'
        return field ? 'ValidationUserError' : 'GenericUserError'
      },
    },
  },
  permissions: {
    'GET /livez': 'ANYBODY',
    'GET /startupz': 'ANYBODY',
    'GET /readyz': 'ANYBODY',
    // Each subscription has a row of its own in the feature that defines it.
    [`GET ${LIVE_PATH}`]: 'ANYBODY',
  },
})
