// A thread of its own: lines are read and checked here while those before them are stored over there.
import { parentPort, workerData } from 'node:worker_threads'
import { readLines } from './read-lines.ts'
import type { ReadBatch, ReadOrder } from './read-threads.ts'
import { isSkipped, parseThreadLine, type NumberedLine } from './thread-line.ts'

const port = parentPort!
const { fd } = workerData as ReadOrder
let wanted = 0
let wake = () => {}
port.on('message', () => { wanted += 1; wake() })

for await (const { lines, bytesRead } of readLines(fd)) {
  const parsed = lines.map(parseThreadLine)
  if (wanted === 0) await new Promise<void>(resolve => { wake = resolve })
  wanted -= 1
  port.postMessage({ lines: parsed.filter((line): line is NumberedLine => !isSkipped(line)), skipped: parsed.filter(isSkipped), bytesRead } satisfies ReadBatch)
}
port.postMessage(null)
port.close()
