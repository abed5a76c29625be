import { z } from 'zod'
import type { Drift } from '../../features/comments/counts/recount.ts'
import { verifyCounts } from '../../features/comments/counts/verify.ts'
import { EXIT } from '../../runtime/failure.ts'
import { defineOperation } from '../operation.ts'

/** How many wrong counts are printed one by one; the others are only counted. */
const NAMED = 1_000

const options = z.object({ fix: z.boolean().default(false), json: z.boolean().default(false) })

/** `platform verify-counts`: compares every stored count with the records, and corrects it with `--fix`. */
export const verifyCountsOperation = defineOperation({
  options,
  async run({ docstore, revisions }, { fix, json }, terminal) {
    const named: Drift[] = []
    const found = { checked: 0, wrong: 0 }
    try {
      for await (const { checked, drift } of verifyCounts(docstore, { fix })) {
        found.checked += checked
        found.wrong += drift.length
        const shown = drift.slice(0, Math.max(0, NAMED - named.length))
        named.push(...shown)
        if (!json) for (const wrong of shown) terminal.err(`${describe(wrong)}\n`)
        if (terminal.interrupted) break
      }
    } finally {
      // What was corrected before a failure is stored, too.
      if (fix && found.wrong > 0) revisions.bumpAll()
    }
    if (json) terminal.out(`${JSON.stringify({ ...found, fixed: fix, drift: named })}\n`)
    else terminal.out(`Checked ${found.checked.toLocaleString('en')} records; ${outcome(found.wrong, fix)}.\n`)
    if (terminal.interrupted) {
      terminal.err('Stopped before all records were checked; run the same command again to check all of them\n')
      return EXIT.interrupted
    }
    return found.wrong > 0 && !fix ? EXIT.failed : EXIT.ok
  },
})

function outcome(wrong: number, fix: boolean): string {
  if (wrong === 0) return 'every count is right'
  const counts = `${wrong.toLocaleString('en')} ${wrong === 1 ? 'count' : 'counts'}`
  return fix ? `${counts} corrected` : `${counts} wrong; correct with --fix`
}

function describe({ collection, id, counter, stored, counted }: Drift): string {
  return `${collection} ${id} ${counter}: stored ${Number.isNaN(stored) ? 'no number' : stored}, counted ${counted}`
}
