import type { PluginsOfServerQuery } from '../documents/types.ts'

/** A plugin as the panel reads it. */
export type Plugin = NonNullable<PluginsOfServerQuery['plugins']>[number]
