import { parentPort, workerData } from 'node:worker_threads'
import readMetadata from 'open-graph-scraper'

/** `facts.ts` reads no more characters of a text. */
const LONGEST = 10_000

const { result } = await readMetadata({ html: String(workerData) })
parentPort?.postMessage(
  JSON.parse(
    JSON.stringify(result, (_, value: unknown) => (typeof value === 'string' ? value.slice(0, LONGEST) : value)),
  ),
)
