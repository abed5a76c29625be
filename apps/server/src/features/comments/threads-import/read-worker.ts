// A thread of its own: lines are read and checked here while those before them are stored over there.
import { enableCompileCache } from 'node:module'
import { parentPort, workerData } from 'node:worker_threads'
import type { ReadBatch, ReadOrder } from './read-threads.ts'
import type { NumberedLine } from './thread-line.ts'

// The main thread waits for the first lines, and what it compiled before is not compiled for this one.
enableCompileCache()
const { readLines } = await import('./read-lines.ts')
const { isSkipped, parseThreadLine } = await import('./thread-line.ts')

const port = parentPort!
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
