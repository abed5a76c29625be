import { openTestPlatform } from '@platform/server/testing'
import { z } from 'zod'

/** Begins jobs, prints that, and never finishes them. */
const [directory = ''] = process.argv.slice(2)
const { platform } = await openTestPlatform({ directory })
const queue = platform.services.jobs.define({
  type: 'test.hold',
  payload: z.object({ n: z.number() }),
  run: ({ n }) => {
    process.stdout.write(`began ${n}\n`)
    return new Promise(() => {})
  },
})
for (let n = 1; n <= 5; n++) await queue.add({ n })
process.stdout.write('added\n')
