import type { Settings } from '../../features/settings/model.ts'
import { currentPlatform } from '../current.ts'

/** The site's settings, for plugins that import `services/settings`. */
export const settings = {
  retrieve: (): Promise<Readonly<Settings>> => currentPlatform().services.settings.load(),
  /** Those that are named; all without a name. */
  async select(...names: (keyof Settings)[]): Promise<Readonly<Partial<Settings>>> {
    const all = await currentPlatform().services.settings.load()
    return names.length === 0 ? all : Object.fromEntries(names.map(name => [name, all[name]]))
  },
  /** @throws BadUserInputError naming every bad one; then nothing is changed. */
  update: (values: Record<string, unknown>): Promise<Readonly<Settings>> =>
    currentPlatform().services.settings.update(values),
}

export default settings
export { settings as 'module.exports' }
