// A process of its own: a page that takes long to read, or much memory, costs nobody else anything. It reads in a
// thread, so that this one stays free to end everything, also when nobody is left who could.
import { Worker } from 'node:worker_threads'
import { siblingFile } from '../../../runtime/sibling-file.ts'
import { LIMITS } from './reading-limits.ts'

const WORKER = siblingFile(import.meta.url, 'page-worker')

/** Not `process.exit`, which waits until the thread can be interrupted. */
const end = () => process.kill(process.pid, 'SIGKILL')

process.once('disconnect', end)
setTimeout(end, LIMITS.milliseconds)
setInterval(() => {
  if (process.memoryUsage.rss() > LIMITS.megabytes * 2 ** 20) end()
}, 25)

process.once('message', (html: string) => {
  const worker = new Worker(WORKER, {
    workerData: html,
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: LIMITS.heapMegabytes, maxYoungGenerationSizeMb: 16 },
  })
  // Whoever gets the answer ends this process: ending by itself it could overtake it.
  worker
    .once('message', said => {
      worker.off('exit', end)
      process.send!(said)
    })
    .once('error', end)
    .once('exit', end)
})
