import { createTestPlatform, type TestPlatform } from '@platform/plugin-testing'
import { afterAll, expect } from 'vitest'
import { startMongo } from '../../../../packages/docstore/test/mongo.ts'
import { testWith } from '../../../../test/needs.ts'
import { REDIS, startRedis } from '../redis.ts'

const mongo = await startMongo()
afterAll(mongo.stop)

const TOLD = 'key-value store: another site uses the same database of Redis'

const readiness = async ({ http }: TestPlatform) => {
  const response = await http('/readyz')
  return [response.status, await response.text()]
}
/** The ids of servers that a server says to be of another site. */
const foundBy = ({ logs }: TestPlatform) =>
  logs.filter(({ msg }) => String(msg).startsWith('another site uses')).map(({ server }) => server)

testWith(REDIS)(
  'servers of two sites on one database of Redis say so in the log and by /readyz, and are ready',
  { timeout: 60_000 },
  async () => {
    await using redis = await startRedis()
    await using one = await createTestPlatform({ env: { PLATFORM_KVSTORE_URL: redis.url } })
    expect(await readiness(one)).toEqual([200, 'ok\n'])
    {
      await using other = await createTestPlatform({ env: { PLATFORM_KVSTORE_URL: redis.url } })
      await expect.poll(() => readiness(one)).toEqual([200, `ok\n${TOLD}\n`])
      expect(foundBy(one)).toEqual([other.services.serverId])
      expect(one.logs).toContainEqual(
        expect.objectContaining({ msg: expect.stringContaining('PLATFORM_KVSTORE_URL, such as redis://host/1') }),
      )
    }
    one.clock.advance(91_000)
    expect(await readiness(one)).toEqual([200, 'ok\n'])

    // In another database of the same Redis each site is by itself.
    await using apart = await createTestPlatform({ env: { PLATFORM_KVSTORE_URL: `${redis.url}/1` } })
    await using third = await createTestPlatform({ env: { PLATFORM_KVSTORE_URL: redis.url } })
    await expect.poll(() => foundBy(one)).toHaveLength(2)
    expect([foundBy(apart), await readiness(apart)]).toEqual([[], [200, 'ok\n']])
    expect(foundBy(one)[1]).toBe(third.services.serverId)
  },
)

testWith(mongo, REDIS)(
  'servers of one site are no other site to each other, and a server that ends is not kept',
  { timeout: 60_000 },
  async () => {
    await using redis = await startRedis()
    const env = { PLATFORM_DOCSTORE_URL: mongo.url(), PLATFORM_KVSTORE_URL: redis.url }
    await using one = await createTestPlatform({ env })
    const kept = async () => {
      const servers = one.services.docstore.collection<{ readonly id: string }>('running_servers')
      return (await servers.find({}).toArray()).map(({ id }) => id).toSorted()
    }
    {
      await using two = await createTestPlatform({ env })
      expect(await kept()).toEqual([one.services.serverId, two.services.serverId].toSorted())
      await using stranger = await createTestPlatform({ env: { PLATFORM_KVSTORE_URL: redis.url } })
      // What the stranger says is heard behind what the second server said.
      await expect.poll(() => foundBy(one)).toEqual([stranger.services.serverId])
      await expect.poll(() => foundBy(two)).toEqual([stranger.services.serverId])
    }
    expect(await kept()).toEqual([one.services.serverId])
  },
)
