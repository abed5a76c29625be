import { StatementSync } from 'node:sqlite'
import { vi } from 'vitest'

/**
 * Tables that hold documents; the store's own upkeep reads others whenever it likes, the job queue its own, and whether
 * a session has ended is asked for again every five seconds.
 */
const OF_DOCUMENTS = /"[cm]:(?!(?:jobs|ended_tokens)[":])/
/** What has expired is looked for every now and then, whatever else happens. */
const SWEEP = /^SELECT rid FROM "c:\w+" WHERE "\$\.expires_at" >= \?/

/** How many queries for documents, or for those of one collection, reach the embedded store while the work is done. */
export async function statements(work: () => Promise<unknown>, collection?: string): Promise<number> {
  const asked = collection === undefined ? OF_DOCUMENTS : new RegExp(`"[cm]:${collection}[":]`)
  const spies = (['all', 'get', 'iterate'] as const).map(method => vi.spyOn(StatementSync.prototype, method))
  try {
    await work()
    return spies
      .flatMap(spy => spy.mock.contexts as StatementSync[])
      .filter(statement => asked.test(statement.sourceSQL) && !SWEEP.test(statement.sourceSQL)).length
  } finally {
    for (const spy of spies) spy.mockRestore()
  }
}
