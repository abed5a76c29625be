// A thread of its own: a page that takes long to read, or much memory, costs nobody else anything.
import { parentPort, workerData } from 'node:worker_threads'
import readMetadata from 'open-graph-scraper'

const { html } = workerData as { html: string }
const { result } = await readMetadata({ html })
parentPort!.postMessage(JSON.parse(JSON.stringify(result)))
