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

/** Skipped lines that are named one by one; the rest is counted. */
const NAMED = 1_000

const options = z.object({ file: z.string().min(1), json: z.boolean().default(false) })

/** `platform import threads <file>` in a running server: discussions from newline-delimited JSON. */
export const importThreadsOperation = defineOperation({
  options,
  async run(services: ImportPlace, { file: path, json }, terminal) {
    const file = await openThreads(path, PACE.serving)
    await using _file = 'problem' in file ? null : file
    return await loadThreads(services, { path, file, json }, terminal)
  },
})

/** A file that was opened, or could not be, and how its import is told. Who opened it closes it. */
export interface ImportSource {
  readonly path: string
  readonly file: ThreadsFile | UnreadableFile
  readonly json: boolean
}

/** Loads what is being read, and tells how it goes. @returns the exit code. */
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
  let totals: ImportTotals | undefined
  for await (const step of importThreads(services, file)) {
    name(step.skipped, totals?.skipped ?? 0, { terminal, progress })
    totals = step.totals
    progress.show(totals.bytesRead, totals.comments + totals.known)
    if (terminal.gone) break
  }
  progress.end()
  const seconds = (performance.now() - began) / 1_000
  terminal.out(json ? `${JSON.stringify({ ...totals, seconds })}\n` : summary(totals!, seconds))
  if (terminal.gone && totals!.bytesRead < file.size) {
    terminal.err(
      `Stopped after ${Math.floor((100 * totals!.bytesRead) / file.size)} % of the file; the same command goes on from there\n`,
    )
    return EXIT.interrupted
  }
  return totals!.skipped > 0 ? EXIT.failed : EXIT.ok
}

function name(
  skipped: readonly SkippedLine[],
  before: number,
  { terminal, progress }: { terminal: Terminal; progress: { clear(): void } },
): void {
  if (skipped.length === 0) return
  progress.clear()
  for (const { line, reason } of skipped.slice(0, Math.max(0, NAMED - before)))
    terminal.err(`line ${line}: ${reason}\n`)
  if (before <= NAMED && before + skipped.length > NAMED)
    terminal.err('more lines are skipped; from here on they are only counted\n')
}

function summary({ comments, known, authors, assets, skipped }: ImportTotals, seconds: number): string {
  const count = (n: number, one: string, many: string) => `${n.toLocaleString('en')} ${n === 1 ? one : many}`
  const added = [
    count(comments, 'comment', 'comments'),
    count(authors, 'author', 'authors'),
    count(assets, 'discussion', 'discussions'),
  ].join(', ')
  return (
    `Added ${added}; ${count(known, 'comment was', 'comments were')} there already; skipped ${count(skipped, 'line', 'lines')}. ` +
    `${seconds.toFixed(1)} s, ${Math.round((comments + known) / seconds).toLocaleString('en')} comments/s\n`
  )
}
