import type { ClientPlugin } from '@platform/client-sdk'

/** The client part of a plugin in a build, before it is loaded. */
export interface PartModule {
  readonly plugin: string
  readonly version: string | null
  load(): Promise<{ readonly default: ClientPlugin }>
}

/** The client parts that a build was made with. A build puts a module with those in place of this one. */
export const partModules: readonly PartModule[] = []
