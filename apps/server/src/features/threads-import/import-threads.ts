import type { FileHandle } from 'node:fs/promises'
import { loadBatch, type ImportPlace } from './load-batch.ts'
import { readThreads } from './read-threads.ts'
import type { SkippedLine } from './thread-line.ts'

export type { ImportPlace } from './load-batch.ts'

/** What an import has done so far. */
export interface ImportTotals {
  /** Bytes of the file that were read. */
  readonly bytesRead: number
  /** Comments added, and those that were there already. */
  readonly comments: number
  readonly known: number
  readonly authors: number
  readonly assets: number
  readonly skipped: number
}

/** One step of an import: the totals after it, and the lines it left out, in the order of the file. */
export interface ImportStep { readonly totals: ImportTotals; readonly skipped: readonly SkippedLine[] }

/** Lines that are stored together: few where readers wait in between. */
const BATCH = { alone: 2_000, serving: 250 } as const

/**
 * Loads threads from newline-delimited JSON, one comment a line, a parent before its replies. Each step is
 * stored whole before it is given; whoever stops asking ends the import there, and repeating it completes it.
 *
 * @example
 * for await (const { totals } of importThreads(platform, await open('threads.ndjson'))) report(totals.comments)
 */
export async function* importThreads(platform: ImportPlace, file: FileHandle): AsyncGenerator<ImportStep> {
  let totals: ImportTotals = { bytesRead: 0, comments: 0, known: 0, authors: 0, assets: 0, skipped: 0 }
  for await (const { lines, skipped: unreadable, bytesRead } of readThreads(file, platform.alone ? BATCH.alone : BATCH.serving)) {
    const loaded = await loadBatch(platform, lines)
    const skipped = [...unreadable, ...loaded.skipped].sort((a, b) => a.line - b.line)
    totals = {
      bytesRead, comments: totals.comments + loaded.comments, known: totals.known + loaded.known,
      authors: totals.authors + loaded.authors, assets: totals.assets + loaded.assets, skipped: totals.skipped + skipped.length,
    }
    yield { totals, skipped }
  }
}
