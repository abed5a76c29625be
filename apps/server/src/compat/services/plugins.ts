import { currentServices } from '../../runtime/current.ts'

interface Found {
  readonly plugin: { readonly name: string; readonly version: string | null; readonly path: string }
  readonly [hook: string]: unknown
}

/** The plugins of this server, for plugins that import `services/plugins`. */
export const plugins = {
  /** What each plugin has as a hook, in the order of the list. There is only the section `server` here. */
  get(section: string, hook: string): readonly Found[] {
    if (section !== 'server') return []
    return currentServices().composition.plugins.flatMap(({ core, name, version, origin, hooks }) => {
      const value = (hooks as Readonly<Record<string, unknown>>)[hook]
      return core || value === undefined ? [] : [{ plugin: { name, version, path: origin }, [hook]: value }]
    })
  },
}

export default plugins
export { plugins as 'module.exports' }
