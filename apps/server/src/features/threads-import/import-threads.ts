import type { FileHandle } from 'node:fs/promises'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { loadBatch, type ImportPlace } from './load-batch.ts'
import { readLineBatches } from './read-lines.ts'
import { isSkipped, parseThreadLine, type NumberedLine, type SkippedLine } from './thread-line.ts'

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

/**
 * Loads threads from newline-delimited JSON, one comment a line, a parent before its replies. Each step is
 * stored whole before it is given; whoever stops asking ends the import there, and repeating it completes it.
 *
 * @example
 * for await (const { totals } of importThreads(platform, await open('threads.ndjson'))) report(totals.comments)
 */
export async function* importThreads(platform: ImportPlace, file: FileHandle): AsyncGenerator<ImportStep> {
  let totals: ImportTotals = { bytesRead: 0, comments: 0, known: 0, authors: 0, assets: 0, skipped: 0 }
  for await (const { lines, bytesRead } of readLineBatches(file)) {
    const parsed = lines.map(parseThreadLine)
    const loaded = await loadBatch(platform, parsed.filter((line): line is NumberedLine => !isSkipped(line)))
    const skipped = [...parsed.filter(isSkipped), ...loaded.skipped].sort((a, b) => a.line - b.line)
    totals = {
      bytesRead, comments: totals.comments + loaded.comments, known: totals.known + loaded.known,
      authors: totals.authors + loaded.authors, assets: totals.assets + loaded.assets, skipped: totals.skipped + skipped.length,
    }
    yield { totals, skipped }
    // A server that does this goes on serving.
    await nextTurn()
  }
}
