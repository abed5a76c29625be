// This is a process of its own, so a page that takes long to read, or much memory, does not slow the server down.
// The page is read in a thread, so that the main thread can end the process, also when the server is gone.
import { Worker } from 'node:worker_threads'
import { siblingFile } from '../../../runtime/sibling-file.ts'
import { LIMITS } from './reading-limits.ts'

const WORKER = siblingFile(import.meta.url, 'page-worker')

/** `process.exit` would wait until the thread can be interrupted. */
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
  // The server ends this process when it has the metadata. Ending before it would lose the message.
  worker
    .once('message', (metadata: object) => {
      worker.off('exit', end)
      process.send?.(metadata)
    })
    .once('error', end)
    .once('exit', end)
})
