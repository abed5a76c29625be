import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Comment } from '@platform/plugin-sdk'
import { afterAll, expect } from 'vitest'
import { startMongo } from '../../../../packages/docstore/test/mongo.ts'
import { testWith } from '../../../../test/needs.ts'
import { REDIS, startRedis } from '../redis.ts'
import { faults } from './faults.ts'
import { openWorkload, operate } from './workload.ts'

const mongo = await startMongo()
afterAll(mongo.stop)

const PROGRAM = fileURLToPath(new URL('programs/operate.ts', import.meta.url))

/** Runs a server of its own process on these stores; resolves when it has done its part. */
async function serverDoes(
  env: Record<string, string>,
  { seed, rounds }: { seed: number; rounds: number },
): Promise<number | null> {
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', PROGRAM, String(seed), String(rounds)],
    { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, ...env } },
  )
  const [code] = (await once(child, 'close')) as [number | null]
  return code
}

testWith(mongo, REDIS)(
  'every counter stays right while many users act on two servers [K01, K02, K05, K06, K07, K09, K10, K11, K18]',
  { timeout: 240_000 },
  async () => {
    const directory = await mkdtemp(join(tmpdir(), 'platform-two-'))
    await using redis = await startRedis()
    const env = { PLATFORM_DOCSTORE_URL: mongo.url(), PLATFORM_KVSTORE_URL: redis.url }
    {
      await using platform = await openWorkload(directory, env)
      await operate(platform, { seed: 1, rounds: 1 })
      expect(
        await Promise.all([serverDoes(env, { seed: 2, rounds: 15 }), serverDoes(env, { seed: 3, rounds: 15 })]),
      ).toEqual([0, 0])
      expect(await platform.services.docstore.collection<Comment>('comments').countDocuments({})).toBeGreaterThan(30)
      expect(await faults(platform.services.docstore)).toEqual([])
    }
    await rm(directory, { recursive: true, force: true })
  },
)
