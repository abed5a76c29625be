import { z } from 'zod'
import {
  type ImportPlace,
  type ImportTotals,
  importThreads,
} from '../../features/comments/threads-import/import-threads.ts'
import {
  openThreads,
  PACE,
  type ThreadsFile,
  type UnreadableFile,
} from '../../features/comments/threads-import/read-threads.ts'
import type { SkippedLine } from '../../features/comments/threads-import/thread-line.ts'
import { EXIT } from '../../runtime/failure.ts'
import { defineOperation } from '../operation.ts'
import { createProgress } from '../progress.ts'
import type { Terminal } from '../terminal.ts'

/** How many skipped lines are printed one by one; the others are only counted. */
const NAMED = 1_000

const NOTHING: ImportTotals = { bytesRead: 0, comments: 0, known: 0, authors: 0, assets: 0, skipped: 0 }

const options = z.object({ file: z.string().min(1), json: z.boolean().default(false) })

/** `platform import threads <file>` in a running server. */
export const importThreadsOperation = defineOperation({
  options,
  async run(services: ImportPlace, { file: path, json }, terminal) {
    const file = await openThreads(path, PACE.serving)
    await using _file = 'problem' in file ? null : file
    return await loadThreads(services, { path, file, json }, terminal)
  },
})

/** A file of threads, opened or not readable, and the form of the report. The caller who opened the file closes it. */
export interface ImportSource {
  readonly path: string
  readonly file: ThreadsFile | UnreadableFile
  readonly json: boolean
}

/** Imports a file of threads, with progress and a report on the terminal. @returns the exit code. */
export async function loadThreads(
  services: ImportPlace,
  { path, file, json }: ImportSource,
  terminal: Terminal,
): Promise<number> {
  if ('problem' in file) {
    terminal.err(`${path} can't be read: ${file.problem}\n`)
    return EXIT.noInput
  }
  const began = performance.now()
  const progress = createProgress(terminal, file.size)
  let totals = NOTHING
  for await (const step of importThreads(services, file)) {
    printSkipped(step.skipped, totals.skipped, { terminal, progress })
    totals = step.totals
    progress.show(totals.bytesRead, totals.comments + totals.known)
    if (terminal.interrupted) break
  }
  progress.end()
  const seconds = (performance.now() - began) / 1_000
  terminal.out(json ? `${JSON.stringify({ ...totals, seconds })}\n` : summary(totals, seconds))
  if (terminal.interrupted && totals.bytesRead < file.size) {
    const percent = Math.floor((100 * totals.bytesRead) / file.size)
    terminal.err(`Stopped after ${percent} % of the file; run the same command again to import the rest\n`)
    return EXIT.interrupted
  }
  return totals.skipped > 0 ? EXIT.failed : EXIT.ok
}

function printSkipped(
  skipped: readonly SkippedLine[],
  before: number,
  { terminal, progress }: { terminal: Terminal; progress: { clear(): void } },
): void {
  if (skipped.length === 0) return
  progress.clear()
  for (const { line, reason } of skipped.slice(0, Math.max(0, NAMED - before)))
    terminal.err(`line ${line}: ${reason}\n`)
  if (before <= NAMED && before + skipped.length > NAMED)
    terminal.err('More lines are skipped; they are only counted from here on\n')
}

function summary({ comments, known, authors, assets, skipped }: ImportTotals, seconds: number): string {
  const count = (n: number, one: string, many: string) => `${n.toLocaleString('en')} ${n === 1 ? one : many}`
  const added = [
    count(comments, 'comment', 'comments'),
    count(authors, 'author', 'authors'),
    count(assets, 'discussion', 'discussions'),
  ].join(', ')
  const stored = count(known, 'comment was', 'comments were')
  const lines = count(skipped, 'line', 'lines')
  const speed = Math.round((comments + known) / seconds).toLocaleString('en')
  return `Added ${added}; ${stored} stored already; skipped ${lines}. ${seconds.toFixed(1)} s, ${speed} comments/s\n`
}
