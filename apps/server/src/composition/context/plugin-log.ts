import type { LoadedPlugin } from '@platform/plugin-host'
import { HIDDEN_PATHS, type Log } from '../../runtime/log.ts'
import { CENSORED } from '../../runtime/secrets.ts'

/** A log that names the plugin, and writes none of the settings the plugin calls secret. */
export function logOf(plugin: LoadedPlugin, log: Log, about: object = {}): Log {
  const own = (plugin.secrets ?? []).flatMap(path => [path, `*.${path}`])
  return log.child(
    { ...about, plugin: plugin.name },
    { redact: { paths: [...HIDDEN_PATHS, ...own], censor: CENSORED } },
  )
}
