import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'

/** The messages to the watching thread, and from it. */
export type ToWatch = { readonly watch: number; readonly of: readonly string[] | null } | 'rest' | 'alive'
export type FromWatch = 'alive?' | { readonly at: string | null }

/** A thread that notices when this one is stuck. */
export interface LoopWatch {
  /**
   * Ends a loop by force when code of this thread has run for that long without a pause, and then calls `ended`.
   * Promises may not be settled after that, so end the process. A second call begins the time anew.
   *
   * @param of - names of the plugins whose loops are ended. Default: all loops.
   * @returns a function that ends the watch.
   */
  during(milliseconds: number, ended: (at: string | null) => void, of?: readonly string[]): () => void
  close(): Promise<void>
}

/** The thread holds next to nothing, and its heap would grow to what V8 finds comfortable. */
const LIMITS = { maxYoungGenerationSizeMb: 1, maxOldGenerationSizeMb: 32 }

let current: LoopWatch | null = null

/** The open loop watch; `null` when there is none. */
export function currentWatch(): LoopWatch | null {
  return current
}

/**
 * Opens a watch over code that may loop without a pause. No code of this thread could stop such a loop, or find out
 * which plugin it is in. The loop is ended as a debugger would do it.
 */
export function openLoopWatch(): LoopWatch {
  // The file beside this one, as source or as built.
  const watcher = new URL(`./loop-watcher${extname(fileURLToPath(import.meta.url))}`, import.meta.url)
  const worker = new Worker(watcher, { stdout: true, stderr: true, resourceLimits: LIMITS })
  worker.unref()
  const send = (message: ToWatch) => {
    worker.postMessage(message)
  }
  let onEnd: ((at: string | null) => void) | null = null
  worker.on('message', (message: FromWatch) => {
    if (message === 'alive?') send('alive')
    else onEnd?.(message.at)
  })
  // When the watch fails, a loop hangs the process, as it would without a watch.
  worker.on('error', () => {})
  current = {
    during(milliseconds, ended, of) {
      onEnd = ended
      send({ watch: milliseconds, of: of ?? null })
      return () => {
        onEnd = null
        send('rest')
      }
    },
    async close() {
      current = null
      await worker.terminate()
    },
  }
  return current
}
