import { z } from 'zod'
import { recountDays } from '../../features/comments/counts/recount-days.ts'
import { EXIT } from '../../runtime/failure.ts'
import { defineOperation } from '../operation.ts'

/** `platform statistics recount`: counts the comments of every day anew, for the dashboard. */
export const recountDaysOperation = defineOperation({
  options: z.object({ json: z.boolean().default(false) }),
  async run(services, { json }, terminal) {
    const counted = { discussions: 0, days: 0 }
    for await (const days of recountDays(services)) {
      counted.discussions += 1
      counted.days += days
      if (terminal.interrupted) break
    }
    terminal.out(
      json
        ? `${JSON.stringify(counted)}\n`
        : `Counted the comments of ${counted.discussions.toLocaleString('en')} discussions anew.\n`,
    )
    if (!terminal.interrupted) return EXIT.ok
    terminal.err('Stopped before all discussions were counted; run the same command again to count all of them\n')
    return EXIT.interrupted
  },
})
