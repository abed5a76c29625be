import { defineFeature } from '../../contract/define-feature.ts'
import { indexesOf } from '../../contract/indexes.ts'
import { runningServerIndexes } from './model.ts'
import { createOtherSites, type OtherSites } from './service.ts'

declare module '@platform/plugin-sdk' {
  interface Services {
    readonly otherSites: OtherSites
  }
}

/**
 * Finds servers of another site on this site's database of Redis, and servers of this site on another one. Both are
 * mistakes in their variables.
 */
export const otherSitesFeature = defineFeature({
  name: 'other-sites',
  services: {
    otherSites: {
      needs: ['docstore', 'kvstore', 'clock', 'log', 'serverId', 'peers'],
      create: createOtherSites,
      serve: sites => sites.listen(),
      stop: sites => sites.stop(),
    },
  },
  indexes: indexesOf(runningServerIndexes),
})
