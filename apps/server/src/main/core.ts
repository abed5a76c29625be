import type { LoadedPlugin } from '@platform/plugin-host'
import { coreFeature } from '../contract/define-feature.ts'
import { coreFeatures } from '../features/index.ts'
import { graphqlFeature } from '../graphql/feature.ts'
import { jobsFeature } from '../jobs/index.ts'
import { webFeature } from '../web/index.ts'

// They are exported so that the declarations of the package keep them, and with them the types of their services.
export { coreFeatures, graphqlFeature, jobsFeature, webFeature }

/** The features of the core, in the order of composition. The plugins of a site follow. */
export const core: readonly LoadedPlugin[] = [...coreFeatures, jobsFeature, graphqlFeature, webFeature].map(coreFeature)
