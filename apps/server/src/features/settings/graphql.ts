import { type CoreLoaders, type CoreMutators, NotAuthorizedError } from '@platform/plugin-sdk'
import type { ServerContext } from '../../contract/context.ts'

/** `context.loaders.Settings`: the current settings, kept in memory until they change. */
export function settingsLoaders({ services }: ServerContext): { Settings: CoreLoaders['Settings'] } {
  // Plugins read settings by any name, so the loader gives them as a record.
  const load = () => services.settings.load() as unknown as ReturnType<CoreLoaders['Settings']['load']>
  return {
    Settings: {
      load,
      async select(...names) {
        const settings = await load()
        return Object.fromEntries(names.map(name => [name, settings[name]]))
      },
      get: async name => (await load())[name],
    },
  }
}

/** `context.mutators.Settings`: changes of settings, for callers with the permission. */
export function settingsMutators(context: ServerContext): { Settings: CoreMutators['Settings'] } {
  return {
    Settings: {
      async update(values) {
        if (!context.can('UPDATE_SETTINGS')) throw new NotAuthorizedError()
        await context.services.settings.update(values, context.user?.id ?? null)
      },
    },
  }
}
