import type { LoadedPlugin } from '@platform/plugin-host'
import { coreFeature } from '../contract/define-feature.ts'
import { coreFeatures } from '../features/index.ts'
import { graphqlFeature } from '../graphql/feature.ts'
import { jobsFeature } from '../jobs/index.ts'
import { webFeature } from '../web/index.ts'

// The declarations of the package keep what is exported: the types of the services come with their features.
export { coreFeatures, graphqlFeature, jobsFeature, webFeature }

/** Everything the server ships with, in the order it is composed. The plugins of a site follow. */
export const core: readonly LoadedPlugin[] = [...coreFeatures, jobsFeature, graphqlFeature, webFeature].map(coreFeature)
