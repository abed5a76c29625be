import { createTestPlatform, type TestPlatform } from '@platform/plugin-testing'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startMongo } from '../../../../packages/docstore/test/mongo.ts'
import { testWith } from '../../../../test/needs.ts'
import { followServers } from '../../src/features/other-sites/unheard-servers.ts'
import { REDIS, startRedis } from '../redis.ts'

const mongo = await startMongo()
afterAll(mongo.stop)

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval'] }))
afterEach(() => void vi.useRealTimers())

/** Servers count and look for each other every half minute. */
async function halfMinutes(count: number, ...platforms: TestPlatform[]): Promise<void> {
  for (let n = 0; n < count; n++) {
    const before = await Promise.all(platforms.map(timesOf))
    await vi.advanceTimersByTimeAsync(30_000)
    for (const [at, platform] of platforms.entries())
      await expect.poll(() => timesOf(platform)).toBeGreaterThan(before[at] ?? 0)
  }
}

const timesOf = async ({ services: { docstore, serverId } }: TestPlatform) =>
  (await docstore.collection<{ id: string; times: number }>('running_servers').findOne({ id: serverId }))?.times ?? 0

const foundBy = ({ logs }: TestPlatform) =>
  logs.filter(({ msg }) => String(msg).startsWith('another server of this site')).map(({ server }) => server)
const readiness = async ({ http }: TestPlatform) => (await http('/readyz')).text()
const TOLD = 'a server of this site runs and is not heard'

testWith(mongo, REDIS)(
  'a server of the site on another Redis is named in the log and by /readyz, and nothing is kept until it has ended',
  { timeout: 60_000 },
  async () => {
    await using redis = await startRedis()
    const env = { PLATFORM_DOCSTORE_URL: mongo.url(), PLATFORM_KVSTORE_URL: redis.url }
    await using one = await createTestPlatform({ env })
    await using two = await createTestPlatform({ env })
    {
      await using astray = await createTestPlatform({ env: { ...env, PLATFORM_KVSTORE_URL: `${redis.url}/1` } })
      await halfMinutes(4, one, two, astray)
      await expect.poll(() => foundBy(one)).toEqual([astray.services.serverId])
      await expect.poll(() => foundBy(two)).toEqual([astray.services.serverId])
      await expect.poll(() => foundBy(astray)).toHaveLength(2)
      expect(await readiness(one)).toContain(TOLD)
      expect(one.services.peers.areAllHeard).toBe(false)
    }
    await halfMinutes(3, one, two)
    await expect.poll(() => readiness(one)).not.toContain(TOLD)
    expect(foundBy(one)).toHaveLength(1)
  },
)

testWith(mongo)('two servers on one MongoDB without Redis find each other', { timeout: 60_000 }, async () => {
  const env = { PLATFORM_DOCSTORE_URL: mongo.url(), PLATFORM_KVSTORE_URL: 'memory:' }
  await using one = await createTestPlatform({ env })
  await using two = await createTestPlatform({ env })
  await halfMinutes(4, one, two)
  await expect.poll(() => foundBy(one)).toEqual([two.services.serverId])
  await expect.poll(() => foundBy(two)).toEqual([one.services.serverId])
})

test('a server that has ended, or whose last words are on their way, is not missed', () => {
  const servers = followServers()
  expect(servers.compare([{ id: 'ended', times: 7 }])).toEqual([])
  expect(servers.compare([{ id: 'ended', times: 7 }])).toEqual([])
  const look = (times: number) => servers.compare([{ id: 'slow', times }])
  expect(look(1)).toEqual([])
  expect(look(2)).toEqual([])
  servers.hear('slow', 2)
  expect(look(3)).toEqual([])
  expect(look(4)).toEqual(['slow'])
  servers.hear('slow', 4)
  expect(look(5)).toEqual([])
})
