import { url as debuggerUrl } from 'node:inspector'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type LoadedPlugin, type LoopWatch, openLoopWatch } from '@platform/plugin-host'
import { EXIT } from '../runtime/failure.ts'
import type { Log } from '../runtime/log.ts'

/** How long code of a plugin may keep all other code from running. Milliseconds. */
const PATIENCE = 8_000
/** How often the watch is begun anew, which shows that other code does run. Milliseconds. */
const BEAT = 2_000

interface Watched {
  readonly plugins: () => readonly LoadedPlugin[]
  /** Has written a line when the call returns. */
  readonly log: Log
}

/**
 * Ends the server when a plugin loops without a pause, because it then answers no request, and its supervisor can start
 * it again. No stored data is lost, and long work of the core is not ended.
 */
export function watchLoops({ plugins, log }: Watched): void {
  let watch: LoopWatch | null = null
  const report = (at: string | null) => {
    const place = at === null ? '' : ` at ${relative(process.cwd(), at.startsWith('file:') ? fileURLToPath(at) : at)}`
    log.fatal(`PLUGIN_HOOK_FAILED a plugin loops without a pause${place}: the server ends, for nothing else could run`)
    return EXIT.internal
  }
  const beat = () => {
    const names = plugins()
      .filter(({ core }) => !core)
      .map(({ name }) => name)
    if (names.length === 0) return
    watch ??= openLoopWatch()
    const rest = watch.during(PATIENCE, report, names)
    // A debugger that stops at a breakpoint looks like a loop.
    if (debuggerUrl() !== undefined) rest()
  }
  setInterval(beat, BEAT).unref()
  beat()
}
