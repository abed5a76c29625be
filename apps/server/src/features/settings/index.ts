import { settingsTypeDefs } from '@platform/core-schema'
import type { PersonalData } from '@platform/plugin-sdk'
import type { ServerContext } from '../../contract/context.ts'
import { defineFeature } from '../../contract/define-feature.ts'
import { indexesOf } from '../../contract/indexes.ts'
import { ERASE_BATCH } from '../erase-steps.ts'
import { settingsLoaders, settingsMutators } from './graphql.ts'
import { createSettingsHistory, type SettingsChange, type SettingsHistory, settingsChangeIndexes } from './history.ts'
import { assertMayChange, settingsHistoryFields } from './history-fields.ts'
import { markup } from './markup.ts'
import type { Settings } from './model.ts'
import { createSettings, type SettingsService } from './service.ts'
import { testWordlist } from './test-wordlist.ts'

declare module '@platform/plugin-sdk' {
  interface Services {
    readonly settings: SettingsService
    readonly settingsHistory: SettingsHistory
  }
}

const PROTECTED_FIELDS = [
  'premodLinksEnable',
  'premodRepeatedEnable',
  'autoCloseStream',
  'wordlist',
  'domains',
  'karmaThresholds',
  'rejectionReasons',
  'usernameRejectionReasons',
  'banMessage',
  'suspensionMessage',
] as const

/** Which settings an administrator changed, and when. The changes stay, without the administrator. */
const personalData: PersonalData<ServerContext> = {
  async *export(userId, { services: { docstore } }) {
    const changes = docstore.collection<SettingsChange>(settingsChangeIndexes.collection).find({ assigned_by: userId })
    for await (const { changes: changed, created_at } of changes)
      yield { name: 'settings', record: { changed: changed.map(({ name }) => name), created_at } }
  },
  async erase(userId, { services: { docstore } }) {
    const history = docstore.collection<SettingsChange>(settingsChangeIndexes.collection)
    const batch = await history.find({ assigned_by: userId }, { limit: ERASE_BATCH, projection: { id: 1 } }).toArray()
    if (batch.length > 0)
      await history.updateMany({ id: { $in: batch.map(({ id }) => id) } }, { $set: { assigned_by: null } })
    return batch.length
  },
}

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
      ...settingsHistoryFields.RootQuery,
    },
    RootMutation: {
      async updateSettings(
        _root,
        { input, password }: { input: Record<string, unknown>; password?: string | null },
        context,
      ) {
        await assertMayChange(context, input, password)
        await context.mutators.Settings.update(input)
        return null
      },
      ...settingsHistoryFields.RootMutation,
    },
    SettingsChange: settingsHistoryFields.SettingsChange,
    SettingChange: settingsHistoryFields.SettingChange,
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
    'RootQuery.settingsHistory': 'UPDATE_SETTINGS',
    'RootMutation.restoreSettings': 'UPDATE_SETTINGS',
    'Subscription.settingsUpdated': 'ANYBODY',
  },
  personalData,
  indexes: indexesOf(settingsChangeIndexes),
  services: {
    settingsHistory: { needs: ['docstore', 'clock'], create: createSettingsHistory },
    settings: {
      needs: ['docstore', 'revisions', 'clock', 'events'],
      create: ({ events, ...needed }) =>
        createSettings({ ...needed, onChanged: () => events.publish('settingsUpdated', {}) }),
    },
  },
})
