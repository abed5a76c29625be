import { settingsTypeDefs } from '@platform/core-schema'
import { defineFeature } from '../../compose/member.ts'
import type { ServerContext } from '../../compose/context.ts'
import { settingsLoaders } from './loaders.ts'
import { settingsMutators } from './mutators.ts'

const PROTECTED = ['premodLinksEnable', 'premodRepeatedEnable', 'autoCloseStream', 'wordlist', 'domains', 'karmaThresholds'] as const

/** The site's settings. */
export const settingsFeature = defineFeature('settings', {
  typeDefs: settingsTypeDefs,
  loaders: settingsLoaders,
  mutators: settingsMutators,
  setupFunctions: { settingsUpdated: () => ({ settingsUpdated: { filter: () => true } }) },
  resolvers: {
    RootQuery: {
      settings: (_root, _args, context) => {
        context.dependsOn('settings')
        return context.loaders.Settings.load()
      },
    },
    RootMutation: {
      async updateSettings(_root, { input }: { input: Record<string, unknown> }, { mutators }) {
        await mutators.Settings.update(input)
        return null
      },
    },
    Subscription: { settingsUpdated: (_event, _args, context) => context.loaders.Settings.load() },
    Settings: {
      ...Object.fromEntries(PROTECTED.map(name => [name, (settings: Record<string, unknown>, _args: unknown, context: ServerContext) => context.can('VIEW_PROTECTED_SETTINGS') ? settings[name] ?? null : null])),
      karmaThresholds: (_settings, _args, context) => context.can('VIEW_PROTECTED_SETTINGS') ? context.platform.config.trustThresholds : null,
    },
  },
})
