import type { HookDefinitions } from '@platform/plugin-sdk'
import { z } from 'zod'

/** A function of another plugin, which is called with the id of each comment that gets a star. */
export type StarListener = (commentId: string) => void

// Plugins that import this one may give the hook, with this type.
declare module '@platform/plugin-sdk' {
  interface PluginHooks {
    readonly starListeners: readonly StarListener[]
  }
}

const listener = z.custom<StarListener>(value => typeof value === 'function', 'expected a function')

/**
 * `defines`: hooks of this plugin's own, which other plugins give. Use it when others are to add something to this
 * plugin. The schema checks each value at the start; `context.pluginHooks` reads all values.
 */
export const defines: HookDefinitions = {
  starListeners: { schema: z.array(listener), description: 'functions that are called with each starred comment' },
}
