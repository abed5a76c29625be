import { type Attribution, isGuarded, type LoadedPlugin, runningNow } from '@platform/plugin-host'
import { attributionOf, describeAttribution, placeOf, remember } from '../composition/attribution.ts'
import type { Log } from '../runtime/log.ts'
import { guardGlobals } from './guard-globals.ts'

const FOLDERS = /[\\/](?:plugins|node_modules)[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)[\\/]/g

interface Surviving {
  readonly plugins: () => readonly LoadedPlugin[]
  readonly log: Log
  end(): void
}

/**
 * Handles rejections and exceptions that no code caught, and puts built-ins back that plugins replace. The process
 * survives rejections and exceptions of plugins, which are logged as the plugin's. Any other ends the process, because
 * the state of the server is not known any more.
 */
export function survivePlugins({ plugins, log, end }: Surviving): void {
  refuseExit(plugins)
  // It puts back `process.exit` as it is now.
  const lookAtGlobals = guardGlobals({ plugins, log })
  const handle = (error: unknown) => {
    if (isGuarded()) return
    // A built-in that a plugin replaced is put back first, because the log uses built-ins too.
    const replaced = lookAtGlobals()
    const place = originOf(error, plugins())
    if (place)
      return log.error(
        { err: remember(error, place), ...place },
        `PLUGIN_HOOK_FAILED ${describeAttribution(place)}: no code caught this error`,
      )
    if (replaced)
      return log.error({ err: error }, 'no code caught this error, which a replaced built-in may have caused')
    log.fatal({ err: error }, 'no code caught this error')
    end()
  }
  process.on('unhandledRejection', handle).on('uncaughtException', handle)
}

/** Makes `process.exit` throw when a plugin calls it, so that the call fails like any other error of the plugin. */
function refuseExit(plugins: () => readonly LoadedPlugin[]): void {
  const { exit } = process
  process.exit = code => {
    const error = new Error(
      `called process.exit(${code ?? ''}), which would have ended the server; throw an error instead`,
    )
    const place = originOf(error, plugins())
    if (!place) return exit.call(process, code)
    throw remember(error, place)
  }
}

/**
 * The plugin that an error came from: the one it is marked with, else the one that started the code that runs now, else
 * the first one whose folder is in the error's stack.
 */
function originOf(error: unknown, all: readonly LoadedPlugin[]): Attribution | null {
  const known = attributionOf(error) ?? runningNow()
  if (known) return known
  const plugins = all.filter(({ core }) => !core)
  const stack = stackOf(error)
  for (const { 1: folder, index } of stack.matchAll(FOLDERS)) {
    const found = plugins.find(({ name }) => name === folder || `platform-plugin-${name}` === folder)
    const [file = ''] = /^[^\s()]*/.exec(stack.slice(index + 1)) ?? []
    if (found) return placeOf(found, 'module', file)
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
