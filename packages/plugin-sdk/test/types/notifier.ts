import { definePlugin } from '@platform/plugin-sdk'

/** Plugins that the type tests require, and that register themselves as published ones do. */
export const notifier = definePlugin({
  name: 'notifier',
  sdk: '^1.0',
  context: { notifier: () => ({ notify: async (message: string) => message.length }) },
  loaders: () => ({ Notices: { count: async (userId: string) => userId.length } }),
  mutators: () => ({ Notices: { clear: async (userId: string) => userId === '' } }),
})

/** Adds a function to a group of the core, and a group of its own. */
export const counts = definePlugin({
  name: 'counts',
  sdk: '^1.0',
  context: { counts: () => ({ total: () => 1 }) },
  loaders: () => ({ Comments: { getDeepCount: async (id: string) => id.length }, Counts: { all: async () => [1] } }),
})

/** This plugin is in the registry, but no plugin of these tests requires it. */
export const stranger = definePlugin({
  name: 'stranger',
  sdk: '^1.0',
  context: { stranger: () => ({ secret: () => 1 }) },
  loaders: () => ({ Strange: { all: () => 1 } }),
})

declare module '@platform/plugin-sdk' {
  interface PluginRegistry {
    notifier: typeof notifier
    counts: typeof counts
    stranger: typeof stranger
  }
}
