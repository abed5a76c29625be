import type { PluginContext } from '@platform/plugin-sdk'
import type { Config } from './config.ts'
import type { StarLoaders } from './hooks/loaders.ts'
import type { StarMutators } from './hooks/mutators.ts'

/**
 * The context of the plugin's other hooks. It is written here because the hooks are in several files. In a single file
 * the compiler infers it.
 */
export type ExampleContext = PluginContext<
  Config,
  { starLimit: number },
  { Stars: StarLoaders },
  { Stars: StarMutators }
>
