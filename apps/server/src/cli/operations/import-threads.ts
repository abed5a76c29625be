import { open, type FileHandle } from 'node:fs/promises'
import { setFlagsFromString } from 'node:v8'
import { z } from 'zod'
import { EXIT } from '../../boot/failure.ts'
import { importThreads, type ImportPlace, type ImportTotals } from '../../features/threads-import/import-threads.ts'
import type { SkippedLine } from '../../features/threads-import/thread-line.ts'
import { defineOperation } from '../operation.ts'
import { createProgress } from '../progress.ts'
import type { Terminal } from '../terminal.ts'

/** Skipped lines that are named one by one; the rest is counted. */
const NAMED = 1_000

const options = z.object({ file: z.string().min(1), json: z.boolean().default(false) })

/** `platform import threads <file>`: discussions from newline-delimited JSON. */
export const importThreadsOperation = defineOperation({
  options,
  async run(platform: ImportPlace, { file: path, json }, terminal) {
    const opened = await openFile(path)
    if ('problem' in opened) {
      terminal.err(`${path} can't be read: ${opened.problem}\n`)
      return EXIT.noInput
    }
    await using file = opened.file
    const began = performance.now()
    using _heap = tightHeap()
    const progress = createProgress(terminal, opened.size)
    let totals: ImportTotals | undefined
    for await (const step of importThreads(platform, file)) {
      name(step.skipped, totals?.skipped ?? 0, { terminal, progress })
      totals = step.totals
      progress.show(totals.bytesRead, totals.comments + totals.known)
      if (terminal.gone) break
    }
    progress.end()
    const seconds = (performance.now() - began) / 1_000
    terminal.out(json ? `${JSON.stringify({ ...totals, seconds })}\n` : summary(totals!, seconds))
    return totals!.skipped > 0 ? EXIT.failed : EXIT.ok
  },
})

/**
 * For as long as much is read, the process gets no more room for its young objects, and its garbage is collected
 * before it has grown by half: that takes no longer, and a third less memory.
 */
function tightHeap(): Disposable {
  const set = (growth: number, percent: number) => {
    setFlagsFromString(`--semi-space-growth-factor=${growth}`)
    setFlagsFromString(`--heap-growing-percent=${percent}`)
  }
  set(1, 40)
  return { [Symbol.dispose]: () => set(2, 0) }
}

async function openFile(path: string): Promise<{ file: FileHandle; size: number } | { problem: string }> {
  try {
    const file = await open(path)
    const stat = await file.stat()
    if (stat.isFile()) return { file, size: stat.size }
    await file.close()
    return { problem: 'it is no file' }
  } catch (error) {
    const { code, message } = error as { code?: string; message: string }
    return { problem: code === 'ENOENT' ? 'there is no such file' : code === 'EACCES' ? 'this user may not read it' : message }
  }
}

function name(skipped: readonly SkippedLine[], before: number, { terminal, progress }: { terminal: Terminal; progress: { clear(): void } }): void {
  if (skipped.length === 0) return
  progress.clear()
  for (const { line, reason } of skipped.slice(0, Math.max(0, NAMED - before))) terminal.err(`line ${line}: ${reason}\n`)
  if (before <= NAMED && before + skipped.length > NAMED) terminal.err('more lines are skipped; from here on they are only counted\n')
}

function summary({ comments, known, authors, assets, skipped }: ImportTotals, seconds: number): string {
  const count = (n: number, one: string, many: string) => `${n.toLocaleString('en')} ${n === 1 ? one : many}`
  const added = [count(comments, 'comment', 'comments'), count(authors, 'author', 'authors'), count(assets, 'discussion', 'discussions')].join(', ')
  return `Added ${added}; ${count(known, 'comment was', 'comments were')} there already; skipped ${count(skipped, 'line', 'lines')}. `
    + `${seconds.toFixed(1)} s, ${Math.round((comments + known) / seconds).toLocaleString('en')} comments/s\n`
}
