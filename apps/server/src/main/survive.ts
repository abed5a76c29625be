import { type Attribution, isGuarded, type LoadedPlugin, runningNow } from '@platform/plugin-host'
import { attributionOf, describeAttribution, placeOf, remember } from '../composition/attribution.ts'
import type { Log } from '../runtime/log.ts'

const FOLDERS = /[\\/](?:plugins|node_modules)[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)[\\/]/g

/**
 * What nobody caught, a rejection or an error in a timer: survived when code of a plugin left it behind, and
 * logged as that plugin's. One of the core's own ends the process, for nobody knows what state it is in.
 */
export function survivePlugins({
  plugins,
  log,
  end,
}: {
  plugins: () => readonly LoadedPlugin[]
  log: Log
  end(): void
}): void {
  const judge = (error: unknown) => {
    if (isGuarded()) return
    const plugin = culprit(error, plugins())
    if (plugin)
      return log.error(
        { err: remember(error, plugin), ...plugin },
        `PLUGIN_HOOK_FAILED ${describeAttribution(plugin)}: nobody waited for this`,
      )
    log.fatal({ err: error }, 'nobody waited for this')
    end()
  }
  process.on('unhandledRejection', judge).on('uncaughtException', judge)
  refuseExit(plugins)
}

/** A plugin that ends the process would end everybody's: the call throws where it was made, and fails as anything else the plugin does. */
function refuseExit(plugins: () => readonly LoadedPlugin[]): void {
  const { exit } = process
  process.exit = code => {
    const error = new Error(
      `called process.exit(${code ?? ''}), which would have ended the server; throw an error instead`,
    )
    const plugin = culprit(error, plugins())
    if (!plugin) return exit.call(process, code)
    throw remember(error, plugin)
  }
}

/** The plugin an error is of: by its mark, by what ran when it was left behind, else by the first plugin's folder in its stack. */
function culprit(error: unknown, all: readonly LoadedPlugin[]): Attribution | null {
  const known = attributionOf(error) ?? runningNow()
  if (known) return known
  const plugins = all.filter(({ core }) => !core)
  const stack = stackOf(error)
  for (const { 1: folder, index } of stack.matchAll(FOLDERS)) {
    const found = plugins.find(({ name }) => name === folder || `platform-plugin-${name}` === folder)
    if (found) return placeOf(found, 'module', /^[^\s()]*/.exec(stack.slice(index + 1))![0])
  }
  return null
}

function stackOf(error: unknown): string {
  try {
    return error instanceof Error ? String(error.stack) : ''
  } catch {
    return ''
  }
}
