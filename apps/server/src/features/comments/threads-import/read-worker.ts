// This thread reads and checks lines while the main thread stores the lines before them.
import { enableCompileCache } from 'node:module'
import { parentPort, workerData } from 'node:worker_threads'
import type { ReadBatch, ReadOrder } from './read-threads.ts'
import type { NumberedLine } from './thread-line.ts'

// The main thread waits for the first lines. With the cache this thread need not compile the modules again.
enableCompileCache()
const { readLines } = await import('./read-lines.ts')
const { isSkipped, parseThreadLine } = await import('./thread-line.ts')

if (!parentPort) throw new Error('read-worker runs in a thread only')
const port = parentPort
const { fd } = workerData as ReadOrder
let wanted = 0
let wake = () => {}
port.on('message', () => {
  wanted += 1
  wake()
})

for (const { lines, bytesRead } of readLines(fd)) {
  const parsed = lines.map(parseThreadLine)
  if (wanted === 0)
    await new Promise<void>(resolve => {
      wake = resolve
    })
  wanted -= 1
  port.postMessage({
    lines: parsed.filter((line): line is NumberedLine => !isSkipped(line)),
    skipped: parsed.filter(isSkipped),
    bytesRead,
  } satisfies ReadBatch)
}
port.postMessage(null)
port.close()
