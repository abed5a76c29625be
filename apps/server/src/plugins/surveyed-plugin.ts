import type { PluginConfig } from './plugin-config.ts'
import type { ReadPlugin } from './read-plugin.ts'

/** All that can be known about a listed plugin without a store. */
export interface SurveyedPlugin extends ReadPlugin {
  readonly config: PluginConfig | null
  /** Why it is left out; `null` unless it is and the list allows that. */
  readonly leftOut: string | null
}
