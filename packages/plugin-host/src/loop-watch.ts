import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'

/** What the watching thread is told, and says. */
export type ToWatch = { readonly watch: number; readonly of: readonly string[] | null } | 'rest' | 'alive'
export type FromWatch = 'alive?' | { readonly at: string | null }

/** A thread that sees when this one is stuck. */
export interface LoopWatch {
  /**
   * Calls `ended` when what runs from now on has looped for that long, once the loop was ended by force. Promises may
   * not be settled after that: end the process. Asked again, the time begins anew.
   *
   * @param of the plugins whose loops are ended, by name; all loops are when it is left out.
   * @returns what ends the watch.
   */
  during(milliseconds: number, ended: (at: string | null) => void, of?: readonly string[]): () => void
  close(): Promise<void>
}

let current: LoopWatch | null = null

/** The watch that is kept at the moment; `null` when none is. */
export function currentWatch(): LoopWatch | null {
  return current
}

/**
 * Begins to watch over code that may loop without a pause: nothing in this thread could stop it, nor even say whose it is.
 * The loop is ended as a debugger would do it.
 */
export function openLoopWatch(): LoopWatch {
  // The file beside this one, as source or as built.
  const watcher = new URL(`./loop-watcher${extname(fileURLToPath(import.meta.url))}`, import.meta.url)
  const worker = new Worker(watcher, { stdout: true, stderr: true })
  worker.unref()
  const say = (message: ToWatch) => {
    worker.postMessage(message)
  }
  let tell: ((at: string | null) => void) | null = null
  worker.on('message', (message: FromWatch) => {
    if (message === 'alive?') say('alive')
    else tell?.(message.at)
  })
  // Without the watch a loop hangs, as it would anyway.
  worker.on('error', () => {})
  current = {
    during(milliseconds, ended, of) {
      tell = ended
      say({ watch: milliseconds, of: of ?? null })
      return () => {
        tell = null
        say('rest')
      }
    },
    async close() {
      current = null
      await worker.terminate()
    },
  }
  return current
}
