import { settingsTypeDefs } from '@platform/core-schema'
import { defineFeature } from '../../compose/member.ts'
import type { ServerContext } from '../../compose/context.ts'

const PROTECTED = ['premodLinksEnable', 'autoCloseStream', 'wordlist', 'domains', 'karmaThresholds'] as const

/** The site's settings. */
export const settingsFeature = defineFeature('settings', {
  typeDefs: settingsTypeDefs,
  loaders: ({ platform }) => ({ Settings: { load: () => platform.services.settings.load() } }),
  resolvers: {
    RootQuery: {
      settings: (_root, _args, context) => {
        context.dependsOn('settings')
        return context.loaders.Settings.load()
      },
    },
    Settings: {
      ...Object.fromEntries(PROTECTED.map(name => [name, (settings: Record<string, unknown>, _args: unknown, context: ServerContext) => context.can('VIEW_PROTECTED_SETTINGS') ? settings[name] ?? null : null])),
      karmaThresholds: (_settings, _args, context) => context.can('VIEW_PROTECTED_SETTINGS') ? context.platform.config.trustThresholds : null,
    },
  },
})
