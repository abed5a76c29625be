import { definePlugin } from '@platform/plugin-sdk'

/** A plugin that others of these tests require. */
export const notifier = definePlugin({
  name: 'platform-plugin-test-notifier',
  sdk: '^1.0',
  context: { testNotifier: () => ({ notify: async (message: string) => message.length }) },
})

declare module '@platform/plugin-sdk' {
  interface PluginRegistry {
    'platform-plugin-test-notifier': typeof notifier
  }
}
