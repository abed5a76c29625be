import { z } from 'zod'
import type { Drift } from '../../features/comments/counts/recount.ts'
import { verifyCounts } from '../../features/comments/counts/verify.ts'
import { EXIT } from '../../runtime/failure.ts'
import { defineOperation } from '../operation.ts'

/** Counters that are named one by one; the rest is counted. */
const NAMED = 1_000

const options = z.object({ fix: z.boolean().default(false), json: z.boolean().default(false) })

/** `platform verify-counts`: whether every counter says what is so. */
export const verifyCountsOperation = defineOperation({
  options,
  async run({ docstore, revisions }, { fix, json }, terminal) {
    const named: Drift[] = []
    const found = { checked: 0, wrong: 0 }
    for await (const { checked, drift } of verifyCounts(docstore, { fix })) {
      found.checked += checked
      found.wrong += drift.length
      const shown = drift.slice(0, Math.max(0, NAMED - named.length))
      named.push(...shown)
      if (!json)
        for (const { collection, id, counter, stored, counted } of shown)
          terminal.err(
            `${collection} ${id} ${counter}: ${Number.isNaN(stored) ? 'no number' : stored}, but there are ${counted}\n`,
          )
      if (terminal.gone) break
    }
    if (fix && found.wrong > 0) revisions.bumpAll()
    if (json) terminal.out(`${JSON.stringify({ ...found, fixed: fix, drift: named })}\n`)
    else
      terminal.out(
        `Checked ${found.checked.toLocaleString('en')} records; ${found.wrong === 0 ? 'every count is right' : `${found.wrong.toLocaleString('en')} counts ${fix ? 'were wrong and are right now' : 'are wrong; --fix puts them right'}`}.\n`,
      )
    return found.wrong > 0 && !fix ? EXIT.failed : EXIT.ok
  },
})
