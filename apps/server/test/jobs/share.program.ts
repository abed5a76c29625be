import { createTestPlatform } from '@platform/plugin-testing'
import { z } from 'zod'

/**
 * One server of several: takes jobs from the stores it is given, and says when each begins and ends. `ahead` is how far
 * its clock is, in milliseconds.
 */
const {
  name = '',
  docstore = '',
  kvstore = '',
  ahead = '0',
  add = '0',
} = JSON.parse(process.argv[2] ?? '{}') as Partial<Record<'name' | 'docstore' | 'kvstore' | 'ahead' | 'add', string>>
const platform = await createTestPlatform({ env: { PLATFORM_DOCSTORE_URL: docstore, PLATFORM_KVSTORE_URL: kvstore } })
platform.clock.advance(Number(ahead))
const say = (what: string, n: number, attempt: number) =>
  process.stdout.write(`${what} ${n} ${attempt} ${name} ${process.pid}\n`)
const queue = platform.services.jobs.define({
  type: 'test.shared',
  payload: z.object({ n: z.number() }),
  concurrency: 2,
  async run({ n }, { attempt }) {
    say('began', n, attempt)
    await new Promise(resolve => setTimeout(resolve, 100))
    say('ended', n, attempt)
  },
})
process.stdout.write(`ready ${name}\n`)
for (let n = 0; n < Number(add); n++) await queue.add({ n })
platform.services.jobs.wake()
if (ahead !== '0') void platform.services.jobs.idle().then(() => say('idle', 0, 0))
process.once('SIGTERM', () => {
  void platform[Symbol.asyncDispose]().then(() => process.exit(0))
})
