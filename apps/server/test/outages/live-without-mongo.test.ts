import { createTestPlatform } from '@platform/plugin-testing'
import { afterAll, expect } from 'vitest'
import { startMongo } from '../../../../packages/docstore/test/mongo.ts'
import { testWith } from '../../../../test/needs.ts'
import { ADDED, connect, startLive, subscribe } from '../live/socket.ts'
import { REDIS, startRedis } from '../redis.ts'
import { impatient, proxyTo } from './proxy.ts'

const mongo = await startMongo()
afterAll(mongo.stop)

testWith(mongo, REDIS)(
  'while MongoDB is frozen, subscribers who may have missed an event are told to read what is newer, and a client that connects is told to come again [F3]',
  { timeout: 60_000 },
  async () => {
    await using redis = await startRedis()
    const url = mongo.url()
    await using way = await proxyTo(url)
    const shared = {
      PLATFORM_KVSTORE_URL: redis.url,
      PLATFORM_JWT_SECRET: 'one secret for both servers, of 32 bytes or more',
      PLATFORM_JWT_ISSUER: 'https://comments.example',
      PLATFORM_JWT_AUDIENCE: 'comments',
    }
    await using writer = await createTestPlatform({ env: { ...shared, PLATFORM_DOCSTORE_URL: url } })
    await using reader = await startLive({ env: { ...shared, PLATFORM_DOCSTORE_URL: impatient(way.url) } })
    const asset = await writer.createAsset()
    const user = await writer.createUser()
    const { token } = user
    const other = await writer.createUser()
    const client = await connect(reader.url, { init: { token } })
    await subscribe(client, '1', ADDED, { id: asset.id })
    await writer.createComment({ asset, body: 'Before' })
    expect((await client.next('next', '1')).payload).toMatchObject({ data: { commentAdded: { body: 'Before' } } })
    way.freeze()
    // The reader's account has changed, so it has to be read before the next event is delivered.
    await writer.as(user).graphql('mutation ($id: ID!) { ignoreUser(id: $id) { errors { message } } }', {
      id: other.user.id,
    })
    await writer.createComment({ asset, body: 'Meanwhile' })
    expect(await client.closed).toEqual({ code: 1013, reason: expect.stringContaining('read what is newer') })
    await expect(connect(reader.url, { init: { token } })).rejects.toThrow('1013 This does not work just now')
    way.thaw()
    await expect
      .poll(() => connect(reader.url, { init: { token } }).then(({ socket }) => socket.readyState), { timeout: 20_000 })
      .toBe(1)
  },
)
