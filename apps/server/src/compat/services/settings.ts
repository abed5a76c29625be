import type { Services } from '@platform/plugin-sdk'
import { currentServices } from '../../runtime/current-services.ts'

type Settings = Awaited<ReturnType<Services['settings']['load']>>

/** The site's settings, for plugins that import `services/settings`. */
export const settings = {
  retrieve: (): Promise<Readonly<Settings>> => currentServices().settings.load(),
  /** The named settings; without names, all settings. */
  async select(...names: (keyof Settings)[]): Promise<Readonly<Partial<Settings>>> {
    const all = await currentServices().settings.load()
    return names.length === 0 ? all : Object.fromEntries(names.map(name => [name, all[name]]))
  },
  /** @throws BadUserInputError that names every bad value; then no setting is changed. */
  update: (values: Record<string, unknown>): Promise<Readonly<Settings>> => currentServices().settings.update(values),
}

export default settings
export { settings as 'module.exports' }
