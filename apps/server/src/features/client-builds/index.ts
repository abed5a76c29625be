import { defineFeature } from '../../contract/define-feature.ts'
import { indexesOf } from '../../contract/indexes.ts'
import { type ClientBuilds, clientBuildIndexes, createClientBuilds } from './service.ts'

declare module '@platform/plugin-sdk' {
  interface Services {
    readonly clientBuilds: ClientBuilds
  }
}

/** The last builds of the stream, for pages that stay open while the server is updated. */
export const clientBuildsFeature = defineFeature({
  name: 'client-builds',
  indexes: indexesOf(clientBuildIndexes),
  services: {
    clientBuilds: {
      needs: ['docstore', 'clock'],
      create: createClientBuilds,
      serve: builds => builds.keep(),
    },
  },
})
