import { settingsTypeDefs } from '@platform/core-schema'
import { defineFeature } from '../../contract/define-feature.ts'
import { settingsLoaders, settingsMutators } from './graphql.ts'
import { markup } from './markup.ts'
import type { Settings } from './model.ts'
import { createSettings, type SettingsService } from './service.ts'
import { testWordlist } from './test-wordlist.ts'

declare module '@platform/plugin-sdk' {
  interface Services {
    readonly settings: SettingsService
  }
}

const PROTECTED_FIELDS = [
  'premodLinksEnable',
  'premodRepeatedEnable',
  'autoCloseStream',
  'wordlist',
  'domains',
  'karmaThresholds',
] as const

/** The site's settings. */
export const settingsFeature = defineFeature({
  name: 'settings',
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
      testWordlist,
    },
    RootMutation: {
      async updateSettings(_root, { input }: { input: Record<string, unknown> }, { mutators }) {
        await mutators.Settings.update(input)
        return null
      },
    },
    Subscription: { settingsUpdated: (_event, _args, context) => context.loaders.Settings.load() },
    Settings: {
      questionBoxMarkup: ({ questionBoxEnable: on, questionBoxContent: text }: Settings) => markup(on ? text : null),
      closedMessageMarkup: ({ closedMessage }: Settings) => markup(closedMessage),
      disableCommentingMessageMarkup: ({ disableCommentingMessage }: Settings) => markup(disableCommentingMessage),
      karmaThresholds: (_settings, _args, { services }) => services.config.trustThresholds,
    },
  },
  permissions: {
    'RootQuery.settings': 'ANYBODY',
    'RootQuery.testWordlist': 'VIEW_PROTECTED_SETTINGS',
    ...Object.fromEntries(PROTECTED_FIELDS.map(field => [`Settings.${field}`, 'VIEW_PROTECTED_SETTINGS' as const])),
    'RootMutation.updateSettings': 'UPDATE_SETTINGS',
    'Subscription.settingsUpdated': 'ANYBODY',
  },
  services: {
    settings: {
      needs: ['docstore', 'revisions', 'clock', 'events'],
      create: ({ events, ...needed }) =>
        createSettings({ ...needed, onChanged: () => events.publish('settingsUpdated', {}) }),
    },
  },
})
