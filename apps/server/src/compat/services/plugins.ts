import { currentServices } from '../../runtime/current-services.ts'

interface Found {
  readonly plugin: { readonly name: string; readonly version: string | null; readonly path: string }
  readonly [hook: string]: unknown
}

/** The plugins of this server, for plugins that import `services/plugins`. */
export const plugins = {
  /** One hook of every plugin that has it, in the order of the plugins. The server has only the section `server`. */
  get(section: string, hook: string): readonly Found[] {
    if (section !== 'server') return []
    return currentServices().composition.plugins.flatMap(({ core, name, version, origin, hooks }) => {
      const value = new Map<string, unknown>(Object.entries(hooks)).get(hook)
      return core || value === undefined ? [] : [{ plugin: { name, version, path: origin }, [hook]: value }]
    })
  },
}

export default plugins
export { plugins as 'module.exports' }
