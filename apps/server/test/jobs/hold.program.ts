import { createTestPlatform } from '@platform/plugin-testing'
import { z } from 'zod'

/** Takes jobs, says so, and never comes to an end with them. */
const [directory = ''] = process.argv.slice(2)
const { services } = await createTestPlatform({ directory })
const queue = services.jobs.define({
  type: 'test.hold',
  payload: z.object({ n: z.number() }),
  run: ({ n }) => {
    process.stdout.write(`began ${n}\n`)
    return new Promise(() => {})
  },
})
for (let n = 1; n <= 5; n++) await queue.add({ n })
process.stdout.write('added\n')
