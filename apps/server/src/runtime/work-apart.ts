import { Worker } from 'node:worker_threads'
import type { ApartLimits } from './run-apart.ts'

/** `process.exit` would wait until the thread can be interrupted. */
const end = () => process.kill(process.pid, 'SIGKILL')

/**
 * Works on the message of `runApart`: this is a process of its own, so work that takes long, or much memory, does not
 * slow the server down. The worker does it in a thread, so that the main thread can end the process, also when the
 * server is gone.
 */
export function workApart(worker: URL, { milliseconds, megabytes, heapMegabytes }: ApartLimits): void {
  process.once('disconnect', end)
  setTimeout(end, milliseconds)
  setInterval(() => {
    if (process.memoryUsage.rss() > megabytes * 2 ** 20) end()
  }, 25)
  process.once('message', message => {
    const thread = new Worker(worker, {
      workerData: message,
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: heapMegabytes, maxYoungGenerationSizeMb: 16 },
    })
    // The server ends this process when it has the answer. Ending before it would lose the message.
    thread
      .once('message', (answer: object) => {
        thread.off('exit', end)
        process.send?.(answer)
      })
      .once('error', end)
      .once('exit', end)
  })
}
