import { checkConfig, configOf, type PluginsConfig } from '@platform/client-sdk'
import type { StreamSlots } from '../thread/context.ts'

/** Takes what the site says about plugins. What a plugin does not know is named in the console, and left out. */
export function configureParts(slots: StreamSlots, config: PluginsConfig): void {
  const { debug, ...others } = config
  const known = slots.parts.flatMap(listed => {
    // Sites may leave out the prefix of published plugins.
    const short = listed.plugin.replace(/^(@[^/]+\/)?platform-plugin-(?=.)/, '$1')
    const given = others[listed.plugin] ?? others[short]
    if (typeof given !== 'object' || given === null) return []
    const values = checkConfig(listed, given as Readonly<Record<string, unknown>>, problem => console.warn(problem))
    return [[listed.plugin, { ...configOf(slots, listed.plugin), ...values }] as const]
  })
  slots.configure({ ...(typeof debug === 'boolean' ? { debug } : {}), ...Object.fromEntries(known) })
}
