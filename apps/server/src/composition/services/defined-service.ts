import type { LoadedPlugin } from '@platform/plugin-host'
import type { ServiceDefinition } from '@platform/plugin-sdk'

/** A definition of a service whose type is not looked at here: names and types were matched where it was written. */
export type AnyDefinition = ServiceDefinition<unknown, never>

/** A service that is defined, and the plugin it comes from. */
export interface DefinedService {
  readonly name: string
  readonly plugin: LoadedPlugin
  readonly definition: AnyDefinition
}
