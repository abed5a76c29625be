import { isSameName } from './names.ts'
import type { PluginList } from './plugin-list.ts'
import type { Problem } from './problem.ts'

/**
 * The advice about configurations that nothing reads: those of plugins that are listed for browsers only. A client part
 * gets what the manifest of its server part calls public, so without one it gets nothing of `plugins.json`.
 */
export function unreadConfig({ source, server, client, settingsOf }: PluginList): readonly Problem[] {
  return client.flatMap(({ name }) => {
    const keys = Object.keys(settingsOf(name).config)
    if (keys.length === 0 || server.some(entry => isSameName(entry.name, name))) return []
    return [
      {
        code: 'PLUGIN_CONFIG_UNREAD',
        plugins: [{ name }],
        message: `${source}: settings.${name}.config (${keys.join(', ')}) is not read: ${name} is listed under client only`,
        fix:
          `give the plugin a server part whose public names ${keys.join(', ')}, and list it under "server"; ` +
          `or set it in the option plugins_config of the embed`,
      },
    ]
  })
}
