import { randomUUID } from 'node:crypto'
import { closeSync, openSync } from 'node:fs'
import { devNull } from 'node:os'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'

/** The messages to the watching thread, and from it. */
export type ToWatch = { readonly watch: number; readonly of: readonly string[] | null } | 'rest' | 'alive'
export type FromWatch = 'alive?'

/** Writes down synchronously that code loops, and where. @returns the exit code of the process */
export type ReportLoop = (at: string | null) => number

/** A thread that notices when this one is stuck. */
export interface LoopWatch {
  /**
   * Ends the process when code of this thread has run for that long without a pause. `report` is called first, while
   * the loop stands still. A second call begins the time anew.
   *
   * @param of - names of the plugins whose loops end the process. Default: all loops.
   * @returns a function that ends the watch.
   */
  during(milliseconds: number, report: ReportLoop, of?: readonly string[]): () => void
  close(): Promise<void>
}

/** The thread holds next to nothing, and its heap would grow to what V8 finds comfortable. */
const LIMITS = { maxYoungGenerationSizeMb: 1, maxOldGenerationSizeMb: 32 }

/** The function of Node, because a server refuses plugins to call it, and the loop is a plugin's. */
const { exit } = process
/** The code for a report that failed, after sysexits(3). */
const EXIT_INTERNAL = 70
const STDERR = 2

let current: LoopWatch | null = null

/** The open loop watch; `null` when there is none. */
export function currentWatch(): LoopWatch | null {
  return current
}

/**
 * Opens a watch over code that may loop without a pause. No code of this thread could stop such a loop, or find out
 * which plugin it is in. The loop is stopped at its place, as a debugger would do it, and the process is ended from
 * there.
 */
export function openLoopWatch(): LoopWatch {
  // The file beside this one, as source or as built.
  const watcher = new URL(`./loop-watcher${extname(fileURLToPath(import.meta.url))}`, import.meta.url)
  // The watching thread calls a function of this one as a debugger would, which reaches what is global.
  const ending = `@platform/plugin-host/loop-watch/${randomUUID()}`
  const worker = new Worker(watcher, { stdout: true, stderr: true, resourceLimits: LIMITS, workerData: ending })
  worker.unref()
  const send = (message: ToWatch) => {
    worker.postMessage(message)
  }
  let report: ReportLoop | null = null
  const end = (at: string | null) => {
    if (report === null) return
    let code = EXIT_INTERNAL
    try {
      code = report(at)
      process.once('exit', silenceNode)
    } finally {
      exit.call(process, code)
    }
  }
  Reflect.set(globalThis, Symbol.for(ending), end)
  worker.on('message', (_message: FromWatch) => {
    send('alive')
  })
  // When the watch fails, a loop hangs the process, as it would without a watch.
  worker.on('error', () => {})
  current = {
    during(milliseconds, ofLoop, of) {
      report = ofLoop
      send({ watch: milliseconds, of: of ?? null })
      return () => {
        report = null
        send('rest')
      }
    },
    async close() {
      current = null
      Reflect.deleteProperty(globalThis, Symbol.for(ending))
      await worker.terminate()
    },
  }
  return current
}

/** Node would write at the end that it waits for a debugger. That is the watching thread, for which nobody waits. */
function silenceNode(): void {
  closeSync(STDERR)
  // The lowest number that is free is given to what is opened next.
  openSync(devNull, 'w')
}
