import { createTestPlatform, type TestPlatform } from '@platform/plugin-testing'
import { afterAll, expect, test } from 'vitest'
import { startMongo } from '../../../../packages/docstore/test/mongo.ts'
import { testWith } from '../../../../test/needs.ts'
import { REDIS, startRedis } from '../redis.ts'

const mongo = await startMongo()
afterAll(mongo.stop)

const CHANNEL = 'running-servers'
const TOLD = 'key-value store: another site uses the same database of Redis'

const readiness = async ({ http }: TestPlatform) => {
  const response = await http('/readyz')
  return [response.status, await response.text()]
}
/** The ids of servers that a server says to be of another site. */
const foundBy = ({ logs }: TestPlatform) =>
  logs.filter(({ msg }) => String(msg).startsWith('another site uses')).map(({ server }) => server)
/** What a server has stored of itself. */
const storedOf = ({ services: { docstore, serverId } }: TestPlatform) =>
  docstore.collection<{ readonly id: string; readonly times: number }>('running_servers').findOne({ id: serverId })
/** Announces a server as often as it has said to run, as it does every half minute. */
const announce = (by: TestPlatform, from: string, times: number) =>
  by.services.kvstore.publish(CHANNEL, JSON.stringify({ from, times }))

testWith(REDIS)(
  'servers of two sites on one database of Redis say so in the log and by /readyz, and are ready',
  { timeout: 60_000 },
  async () => {
    await using redis = await startRedis()
    const env = { PLATFORM_KVSTORE_URL: redis.url }
    await using one = await createTestPlatform({ env })
    expect(await readiness(one)).toEqual([200, 'ok\n'])
    {
      await using other = await createTestPlatform({ env })
      await expect.poll(() => readiness(one)).toEqual([200, `ok\n${TOLD}\n`])
      expect(foundBy(one)).toEqual([other.services.serverId])
      expect(one.logs).toContainEqual(
        expect.objectContaining({ msg: expect.stringContaining('PLATFORM_KVSTORE_URL, such as redis://host/1') }),
      )
    }
    await expect.poll(() => readiness(one)).toEqual([200, 'ok\n'])

    // In another database of the same Redis each site is by itself.
    await using apart = await createTestPlatform({ env: { PLATFORM_KVSTORE_URL: `${redis.url}/1` } })
    await using third = await createTestPlatform({ env })
    await expect.poll(() => foundBy(one)).toHaveLength(2)
    expect([foundBy(apart), await readiness(apart)]).toEqual([[], [200, 'ok\n']])
    expect(foundBy(one)[1]).toBe(third.services.serverId)
  },
)

testWith(REDIS)(
  'a copy of a site finds the servers of the site by what they stored since then',
  { timeout: 60_000 },
  async () => {
    await using redis = await startRedis()
    await using copy = await createTestPlatform({ env: { PLATFORM_KVSTORE_URL: redis.url } })
    const server = { id: 'original', times: 7, seen_at: new Date() }
    await copy.services.docstore.collection('running_servers').insertOne(server)
    await announce(copy, 'original', 7)
    await announce(copy, 'stranger', 1)
    await expect.poll(() => foundBy(copy)).toEqual(['stranger'])
    await announce(copy, 'original', 8)
    await announce(copy, 'original', 9)
    await expect.poll(() => foundBy(copy)).toEqual(['stranger', 'original'])
  },
)

testWith(mongo, REDIS)(
  'servers of one site are no other site to each other, also to one that hears them late',
  { timeout: 60_000 },
  async () => {
    await using redis = await startRedis()
    const env = { PLATFORM_DOCSTORE_URL: mongo.url(), PLATFORM_KVSTORE_URL: redis.url }
    await using one = await createTestPlatform({ env })
    let ended = ''
    {
      await using two = await createTestPlatform({ env })
      await expect.poll(() => storedOf(two)).toMatchObject({ times: 1 })
      ended = two.services.serverId
      await using stranger = await createTestPlatform({ env: { PLATFORM_KVSTORE_URL: redis.url } })
      // What the stranger says is heard behind what the second server said.
      await expect.poll(() => foundBy(one)).toEqual([stranger.services.serverId])
      await expect.poll(() => foundBy(two)).toEqual([stranger.services.serverId])
    }
    await announce(one, ended, 1)
    await announce(one, 'stranger', 1)
    await expect.poll(() => foundBy(one)).toContain('stranger')
    expect(foundBy(one)).not.toContain(ended)
  },
)

test('a site with the key-value store of one process stores nothing of its servers', async () => {
  await using platform = await createTestPlatform()
  expect(await storedOf(platform)).toBeNull()
})
