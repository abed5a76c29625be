import { url as debuggerUrl } from 'node:inspector'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type LoadedPlugin, openLoopWatch } from '@platform/plugin-host'
import type { Log } from '../runtime/log.ts'

/** How long code of a plugin may keep everything else from running, and how often it is seen that it does not. Milliseconds. */
const PATIENCE = 8_000
const BEAT = 2_000

/**
 * Ends the server when a plugin loops without a pause: it answers nobody any more, and who started it can start it
 * again. What was acknowledged is stored. Work of the core that takes long is left alone.
 */
export function watchLoops({ plugins, log, end }: { plugins: readonly LoadedPlugin[]; log: Log; end(): void }): void {
  const names = plugins.filter(({ core }) => !core).map(({ name }) => name)
  if (names.length === 0) return
  const watch = openLoopWatch()
  const tell = (at: string | null) => {
    const place = at === null ? '' : ` at ${relative(process.cwd(), at.startsWith('file:') ? fileURLToPath(at) : at)}`
    log.fatal(`PLUGIN_HOOK_FAILED a plugin loops without a pause${place}: the server ends, for nothing else could run`)
    end()
  }
  const beat = () => {
    const rest = watch.during(PATIENCE, tell, names)
    // Whoever debugs a plugin stops it where they like.
    if (debuggerUrl() !== undefined) rest()
  }
  setInterval(beat, BEAT).unref()
  beat()
}
