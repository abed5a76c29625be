import { openTestPlatform } from '@platform/server/testing'
import { z } from 'zod'

/**
 * One server of several: it does jobs of the stores that are named, and prints when each begins and ends. `ahead` is
 * how far its clock is ahead, in milliseconds.
 */
const {
  name = '',
  docstore = '',
  kvstore = '',
  ahead = '0',
  add = '0',
} = JSON.parse(process.argv[2] ?? '{}') as Partial<Record<'name' | 'docstore' | 'kvstore' | 'ahead' | 'add', string>>
const opened = await openTestPlatform({ env: { PLATFORM_DOCSTORE_URL: docstore, PLATFORM_KVSTORE_URL: kvstore } })
opened.clock.advance(Number(ahead))
const say = (what: string, n: number, attempt: number) =>
  process.stdout.write(`${what} ${n} ${attempt} ${name} ${process.pid}\n`)
const queue = opened.platform.services.jobs.define({
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
opened.platform.services.jobs.wake()
if (ahead !== '0') void opened.platform.services.jobs.idle().then(() => say('idle', 0, 0))
process.once('SIGTERM', () => {
  void opened[Symbol.asyncDispose]().then(() => process.exit(0))
})
