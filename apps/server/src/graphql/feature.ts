import type { AccessTable } from '../contract/access.ts'
import { defineFeature } from '../contract/define-feature.ts'
import { ownTurn } from '../request/own-turn.ts'
import { type Budget, createBudget } from './budget.ts'
import type { Engine } from './engine.ts'
import type { EngineServices } from './engine-parts.ts'
import { graphRoutes } from './routes.ts'
import { createSharedAnswers, type SharedAnswers } from './shared-answers.ts'

declare module '@platform/plugin-sdk' {
  interface Services {
    readonly sharedAnswers: SharedAnswers
    readonly budget: Budget
    readonly graphqlEngine: LazyEngine
  }
}

/** Gives the GraphQL engine. The first request makes it, so that commands, which answer none, start without it. */
export type LazyEngine = () => Promise<Engine>

function createLazyEngine(services: EngineServices): LazyEngine {
  let engine: Engine | undefined
  let loading: Promise<Engine> | undefined
  return async () => {
    if (engine) return engine
    loading ??= loadEngine(services)
    engine = await loading
    // Those who waited for it together begin one after the other.
    await ownTurn(null)
    return engine
  }
}

/** To load the modules and to make the engine take tens of milliseconds each, so others are answered between them. */
async function loadEngine(services: EngineServices): Promise<Engine> {
  await ownTurn(null)
  const { createEngine } = await import('./engine.ts')
  await ownTurn(null)
  return createEngine(services)
}

/** Every caller may use the endpoint; each of its fields has its own permission. */
const permissions: AccessTable = {
  'GET /api/v1/graph/ql': 'ANYBODY',
  'POST /api/v1/graph/ql': 'ANYBODY',
  'GET /api/v1/graph/iql': 'ANYBODY',
}

/** The GraphQL endpoint, and GraphiQL outside production. */
export const graphqlFeature = defineFeature({
  name: 'graph',
  router: graphRoutes,
  permissions,
  services: {
    sharedAnswers: {
      needs: ['revisions', 'clock'],
      create: ({ revisions, clock }) => createSharedAnswers(revisions, clock),
    },
    budget: {
      needs: ['clock', 'config'],
      create: ({ clock, config }) =>
        createBudget({ clock, most: { items: config.graphqlBudget, bytes: config.graphqlAnswerBudget * 1024 ** 2 } }),
    },
    graphqlEngine: { needs: ['composition', 'config', 'log', 'budget'], create: createLazyEngine },
  },
})
