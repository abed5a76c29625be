import { defineFeature } from '../contract/define-feature.ts'
import { type Budget, createBudget } from './budget.ts'
import { createLazyEngine, type LazyEngine } from './lazy-engine.ts'
import { graphPermissions } from './permissions.ts'
import { graphRoutes } from './routes.ts'
import { createSharedAnswers, type SharedAnswers } from './shared-answers.ts'

declare module '@platform/plugin-sdk' {
  interface Services {
    readonly sharedAnswers: SharedAnswers
    readonly budget: Budget
    readonly graphqlEngine: LazyEngine
  }
}

/** The GraphQL endpoint, and GraphiQL outside production. */
export const graphqlFeature = defineFeature({
  name: 'graph',
  router: graphRoutes,
  permissions: graphPermissions,
  services: {
    sharedAnswers: {
      needs: ['revisions', 'clock'],
      create: ({ revisions, clock }) => createSharedAnswers(revisions, clock),
    },
    budget: {
      needs: ['clock', 'config'],
      create: ({ clock, config }) => createBudget({ clock, most: config.graphqlBudget }),
    },
    graphqlEngine: { needs: ['composition', 'config', 'log', 'budget'], create: createLazyEngine },
  },
})
