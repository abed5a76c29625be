import type { CoreLoaders } from '@platform/plugin-sdk'
import type { ServerContext } from '../../contract/context.ts'

/** `context.loaders.Settings`: what holds now, kept in memory until it changes. */
export function settingsLoaders({ services }: ServerContext): { Settings: CoreLoaders['Settings'] } {
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
