import { parentPort, workerData } from 'node:worker_threads'
import readMetadata from 'open-graph-scraper'

/** Longer text is looked at by nobody, see `facts.ts`. */
const LONGEST = 10_000

const { result } = await readMetadata({ html: workerData as string })
parentPort!.postMessage(
  JSON.parse(
    JSON.stringify(result, (_, value: unknown) => (typeof value === 'string' ? value.slice(0, LONGEST) : value)),
  ),
)
