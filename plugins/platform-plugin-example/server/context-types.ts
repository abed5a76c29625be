import type { PluginContext } from '@platform/plugin-sdk'
import type { Config } from './config.ts'
import type { BookmarkLoaders } from './hooks/loaders.ts'
import type { BookmarkMutators } from './hooks/mutators.ts'

/** What the `context` hook has in hand: it comes before loaders and mutators. */
export type BareContext = PluginContext<Config>

/**
 * What the plugin's own parts are given, now that hooks stand in files of their own. In one file, the compiler finds
 * all of this by itself.
 */
export type ExampleContext = PluginContext<
  Config,
  { bookmarkLimit: number },
  { Bookmarks: BookmarkLoaders },
  { Bookmarks: BookmarkMutators }
>
