import { Worker } from 'node:worker_threads'

/** How long reading a page may take, and the memory it may use. */
const MILLISECONDS = 5_000
const MEGABYTES = 128
/** What is read of a page: what describes it is at its beginning. */
const LONGEST = 1_000_000

const WORKER = new URL(import.meta.url.endsWith('.ts') ? './page-worker.ts' : './page-worker.js', import.meta.url)

/** What a page says of itself, unchecked, by the names that `open-graph-scraper` gives; `null` when it can't be read in time. */
export async function parsePage(html: string): Promise<Readonly<Record<string, unknown>> | null> {
  if (html.trim() === '') return null
  const worker = new Worker(WORKER, { workerData: { html: html.slice(0, LONGEST) }, resourceLimits: { maxOldGenerationSizeMb: MEGABYTES } })
  const { promise, resolve } = Promise.withResolvers<Readonly<Record<string, unknown>> | null>()
  const late = setTimeout(() => resolve(null), MILLISECONDS)
  worker.once('message', resolve).once('error', () => resolve(null)).once('exit', () => resolve(null))
  try {
    return await promise
  } finally {
    clearTimeout(late)
    await worker.terminate()
  }
}
