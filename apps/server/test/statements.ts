import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { StatementSync } from 'node:sqlite'
import { vi } from 'vitest'
import { needsEmbeddedStore } from '../../../test/needs.ts'

/**
 * Tables that hold documents; the store's own upkeep reads others whenever it likes, the job queue its own, whether a
 * session has ended is asked for again every five seconds, and which servers run every half minute.
 */
const OF_DOCUMENTS = /"[cm]:(?!(?:jobs|ended_tokens|running_servers)[":])/
/** What has expired is looked for every now and then, whatever else happens. */
const SWEEP = /^SELECT rid FROM "c:\w+" WHERE "\$\.expires_at" >= \?/
/** Documents are looked at for the planner's statistics when a collection has grown. */
const PLANNER = /^SELECT (?:quote\(|\(SELECT min\(rid\)|rid FROM "[cm]:[^"]+" WHERE rid >= \? ORDER BY rid LIMIT 1$)/
/** The texts of documents that a query has found and that are not kept belong to that query. */
const TEXTS = /^SELECT rid, doc FROM "c:\w+" WHERE rid (?:= |IN \(SELECT value )/
/** How large a collection is, which decides whether a read has a thread of its own. */
const SIZE = /^SELECT (?:max\(rid\)|sum\(octet_length\(doc\)\)) FROM /
const NOT_COUNTED = [SWEEP, PLANNER, TEXTS, SIZE]
/** Where the embedded store says that it has answered a query with documents that it keeps. */
const KEPT = 'platform:docstore:kept'

/** How many queries for documents, or for those of one collection, the store answers while the work is done. */
export async function statements(work: () => Promise<unknown>, collection?: string): Promise<number> {
  needsEmbeddedStore()
  const asked = collection === undefined ? OF_DOCUMENTS : new RegExp(`"[cm]:${collection}[":]`)
  let kept = 0
  const count = (message: unknown) => {
    if (asked.test(`"c:${(message as { collection: string }).collection}"`)) kept++
  }
  subscribe(KEPT, count)
  const spies = (['all', 'get', 'iterate'] as const).map(method => vi.spyOn(StatementSync.prototype, method))
  try {
    await work()
    const texts = spies.flatMap(spy => (spy.mock.contexts as StatementSync[]).map(({ sourceSQL }) => sourceSQL))
    return kept + texts.filter(text => asked.test(text) && !NOT_COUNTED.some(other => other.test(text))).length
  } finally {
    unsubscribe(KEPT, count)
    for (const spy of spies) spy.mockRestore()
  }
}
