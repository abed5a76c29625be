import type { PartModule } from '@platform/client-sdk'

/** The client parts that a build was made with. A build puts a module with those in place of this one. */
export const partModules: readonly PartModule[] = []
