import { type ImportPlace, loadBatch } from './load-batch.ts'
import type { ThreadsFile } from './read-threads.ts'
import type { SkippedLine } from './thread-line.ts'

export type { ImportPlace } from './load-batch.ts'

/** The counts of an import up to now. */
export interface ImportTotals {
  /** Bytes of the file that were read. */
  readonly bytesRead: number
  /** Comments that were added; `known` counts those that were stored already. */
  readonly comments: number
  readonly known: number
  readonly authors: number
  readonly assets: number
  readonly skipped: number
}

/** One step of an import: the totals after it, and the lines that it skipped, in the order of the file. */
export interface ImportStep {
  readonly totals: ImportTotals
  readonly skipped: readonly SkippedLine[]
}

/**
 * Loads threads from newline-delimited JSON, with one comment in a line, and a parent before its replies. A step is
 * yielded after it is stored. The import ends when the caller stops iterating; repeating the import completes it.
 *
 * @example
 * await using file = await openThreads('threads.ndjson', PACE.serving)
 * for await (const { totals } of importThreads(platform, file)) report(totals.comments)
 */
export async function* importThreads(services: ImportPlace, file: ThreadsFile): AsyncGenerator<ImportStep> {
  let totals: ImportTotals = { bytesRead: 0, comments: 0, known: 0, authors: 0, assets: 0, skipped: 0 }
  for await (const { lines, skipped: unreadable, bytesRead } of file.batches()) {
    const loaded = await loadBatch(services, lines)
    const skipped = [...unreadable, ...loaded.skipped].sort((a, b) => a.line - b.line)
    totals = {
      bytesRead,
      comments: totals.comments + loaded.comments,
      known: totals.known + loaded.known,
      authors: totals.authors + loaded.authors,
      assets: totals.assets + loaded.assets,
      skipped: totals.skipped + skipped.length,
    }
    yield { totals, skipped }
  }
}
