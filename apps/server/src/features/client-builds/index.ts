import { NotFoundError, type PluginRouter } from '@platform/plugin-sdk'
import { defineFeature } from '../../contract/define-feature.ts'
import { indexesOf } from '../../contract/indexes.ts'
import { requestOf } from '../../request/state.ts'
import { buildFacts } from './build-facts.ts'
import { buildStartIndexes } from './build-starts.ts'
import { clientBuildIndexes } from './client-build.ts'
import { type ClientBuilds, createClientBuilds } from './service.ts'

declare module '@platform/plugin-sdk' {
  interface Services {
    readonly clientBuilds: ClientBuilds
  }
}

/** In development, open pages ask here whether there is another build. */
function clientBuildRoutes({ koa }: PluginRouter): void {
  koa.get('/api/v1/client-build', ctx => {
    const facts = buildFacts(requestOf(ctx).state.context.services)
    if (!facts) throw new NotFoundError('The page')
    ctx.set('Cache-Control', 'no-store')
    ctx.body = facts
  })
}

/** The last builds of the stream, for pages that stay open while the server is updated. */
export const clientBuildsFeature = defineFeature({
  name: 'client-builds',
  router: clientBuildRoutes,
  permissions: { 'GET /api/v1/client-build': 'ANYBODY' },
  indexes: indexesOf(clientBuildIndexes, buildStartIndexes),
  services: {
    clientBuilds: {
      needs: ['docstore', 'clock', 'composition', 'streamBuild'],
      create: createClientBuilds,
      serve: builds => builds.keep(),
    },
  },
})
