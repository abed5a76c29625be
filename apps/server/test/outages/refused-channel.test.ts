import { expect } from 'vitest'
import { testWith } from '../../../../test/needs.ts'
import { ADDED, connect, startLive, subscribe } from '../live/socket.ts'
import { REDIS, startRedis } from '../redis.ts'

testWith(REDIS)('a subscription that Redis has refused works once Redis allows it', async () => {
  await using redis = await startRedis()
  // All channels but those of events about comments.
  await redis.command('ACL SETUSER default resetchannels &7:[^l]* &7:live:[^c]*')
  await using live = await startLive({ env: { PLATFORM_KVSTORE_URL: `${redis.url}/7` } })
  const asset = await live.platform.createAsset()
  const refused = await connect(live.url)
  refused.send({ id: '1', type: 'subscribe', payload: { query: ADDED, variables: { id: asset.id } } })
  expect((await refused.closed).code).toBe(4500)
  await redis.command('ACL SETUSER default allchannels')
  const client = await connect(live.url)
  await subscribe(client, '1', ADDED, { id: asset.id })
  await live.platform.createComment({ asset, body: 'Allowed' })
  expect((await client.next('next', '1')).payload).toMatchObject({ data: { commentAdded: { body: 'Allowed' } } })
})
