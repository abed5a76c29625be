import { createTestPlatform } from '@platform/plugin-testing'
import { afterAll, expect } from 'vitest'
import { startMongo } from '../../../../packages/docstore/test/mongo.ts'
import { testWith } from '../../../../test/needs.ts'
import { ADDED, connect, startLive, subscribe } from '../live/socket.ts'
import { REDIS, startRedis } from '../redis.ts'
import { proxyTo } from './proxy.ts'

const mongo = await startMongo()
afterAll(mongo.stop)

/** An outage is noticed soon, and the attempts to connect again come soon. */
const QUICK = {
  PLATFORM_KVSTORE_RECONNECTION_BACKOFF_FACTOR: '100ms',
  PLATFORM_KVSTORE_RECONNECTION_BACKOFF_MINIMUM_TIME: '100ms',
}

const POST =
  'mutation ($id: ID!, $body: String!) { createComment(input: { asset_id: $id, body: $body }) { comment { id } } }'

testWith(REDIS)(
  'while Redis is frozen a subscriber still gets every event of its own server; then its socket is closed, to read what is newer [F2]',
  { timeout: 60_000 },
  async () => {
    await using redis = await startRedis()
    await using live = await startLive({ env: { PLATFORM_KVSTORE_URL: redis.url, ...QUICK } })
    const { platform } = live
    const author = await platform.createUser()
    const asset = await platform.createAsset()
    const client = await connect(live.url)
    await subscribe(client, '1', ADDED, { id: asset.id })
    const posted: string[] = []
    const post = async (): Promise<void> => {
      const body = `comment ${posted.length}`
      const { data } = await platform.as(author).graphql(POST, { id: asset.id, body })
      if (data?.['createComment']?.comment) posted.push(body)
    }
    await post()
    redis.signal('SIGSTOP')
    await expect.poll(() => platform.http('/readyz').then(({ status }) => status), { timeout: 10_000 }).toBe(503)
    for (let round = 0; round < 20; round += 1) await post()
    expect(posted.length).toBe(21)
    for (const body of posted)
      expect((await client.next('next', '1')).payload).toMatchObject({ data: { commentAdded: { body } } })
    redis.signal('SIGCONT')
    expect(await client.closed).toEqual({ code: 1013, reason: expect.stringContaining('read what is newer') })
  },
)

testWith(mongo, REDIS)(
  'a server that does not hear another one gives no page that the other may have changed [F2, F7]',
  { timeout: 60_000 },
  async () => {
    await using redis = await startRedis()
    await using way = await proxyTo(redis.url)
    const shared = { PLATFORM_DOCSTORE_URL: mongo.url(), ...QUICK }
    await using writer = await createTestPlatform({ env: { ...shared, PLATFORM_KVSTORE_URL: way.url } })
    await using reader = await createTestPlatform({ env: { ...shared, PLATFORM_KVSTORE_URL: redis.url } })
    const author = await writer.createUser()
    const asset = await writer.createAsset()
    const count = async () =>
      (await reader.graphql('query ($id: ID!) { asset(id: $id) { commentCount } }', { id: asset.id })).data?.['asset']
        .commentCount as number
    await writer.createComment({ asset, author })
    await expect.poll(count).toBe(1)
    // Only the writer is cut off, so the reader's own connection tells nothing of it.
    way.freeze()
    const begun = performance.now()
    await writer.createComment({ asset, author })
    await expect.poll(count).toBe(2)
    expect(performance.now() - begun).toBeLessThan(4_000)
    await writer.createComment({ asset, author })
    expect(await count()).toBe(3)
  },
)
