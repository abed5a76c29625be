import { createTestPlatform, type TestPlatform } from '@platform/plugin-testing'
import { afterAll, expect } from 'vitest'
import { startMongo } from '../../../../packages/docstore/test/mongo.ts'
import { testWith } from '../../../../test/needs.ts'
import { ADDED, connect, startLive, subscribe } from '../live/socket.ts'
import { REDIS, startRedis } from '../redis.ts'
import { impatient, proxyTo } from './proxy.ts'

const mongo = await startMongo()
afterAll(mongo.stop)

const SETTINGS = '{ settings { charCount } }'
const UPDATE = 'mutation { updateSettings(input: { charCount: 777 }) { errors { translation_key } } }'

/** Two servers on the same stores. The first one reaches MongoDB by a way on which answers can be lost. */
async function startTwo() {
  const redis = await startRedis()
  const url = mongo.url()
  const way = await proxyTo(url)
  const env = {
    PLATFORM_KVSTORE_URL: redis.url,
    PLATFORM_JWT_SECRET: 'one secret for both servers, of 32 bytes or more',
    PLATFORM_JWT_ISSUER: 'https://comments.example',
    PLATFORM_JWT_AUDIENCE: 'comments',
  }
  const writer = await createTestPlatform({ env: { ...env, PLATFORM_DOCSTORE_URL: impatient(way.url) } })
  const reader = await startLive({ env: { ...env, PLATFORM_DOCSTORE_URL: url } })
  return {
    way,
    writer,
    reader,
    async [Symbol.asyncDispose]() {
      for (const part of [reader, writer, way, redis]) await part[Symbol.asyncDispose]()
    },
  }
}

testWith(mongo, REDIS)(
  'a transaction that is stored, while its answer is lost, reaches the readers of all servers',
  { timeout: 60_000 },
  async () => {
    await using servers = await startTwo()
    const { way, writer, reader } = servers
    const admin = writer.as(await writer.createUser({ roles: ['ADMIN'] }))
    const limits = () =>
      Promise.all(
        [writer, reader.platform].map(async (server: TestPlatform) => {
          const { data } = await server.graphql(SETTINGS)
          return data?.['settings'].charCount as number
        }),
      )
    expect(await limits()).not.toContain(777)
    const client = await connect(reader.url)
    await subscribe(client, '1', ADDED, { id: (await writer.createAsset()).id })
    way.loseAnswerTo('commitTransaction')
    expect((await admin.graphql(UPDATE)).errors.map(({ code }) => code)).toEqual(['UNAVAILABLE'])
    way.thaw()
    await expect.poll(limits, { timeout: 20_000 }).toEqual([777, 777])
    expect(await client.closed).toEqual({ code: 1013, reason: expect.stringContaining('read what is newer') })
  },
)

testWith(mongo, REDIS)(
  'a change without a transaction that is stored, while its answer is lost, reaches the live connections of all servers',
  { timeout: 60_000 },
  async () => {
    await using servers = await startTwo()
    const { way, writer, reader } = servers
    const [user, other] = [await writer.createUser(), await writer.createUser()]
    const client = await connect(reader.url, { init: { token: user.token } })
    await subscribe(client, '1', ADDED, { id: (await writer.createAsset()).id })
    way.loseAnswerTo('$addToSet')
    const ignored = await writer
      .as(user)
      .graphql('mutation ($id: ID!) { ignoreUser(id: $id) { errors { translation_key } } }', { id: other.user.id })
    expect(ignored.errors.map(({ code }) => code)).toEqual(['UNAVAILABLE'])
    expect(await client.closed).toEqual({ code: 1013, reason: expect.stringContaining('read what is newer') })
  },
)

testWith(mongo, REDIS)(
  'writes that are refused, or never sent, because MongoDB can not be reached close no connection',
  { timeout: 60_000 },
  async () => {
    await using servers = await startTwo()
    const { way, writer, reader } = servers
    const user = writer.as(await writer.createUser())
    const client = await connect(reader.url)
    await subscribe(client, '1', ADDED, { id: (await writer.createAsset()).id })
    way.freeze()
    // The first one finds out, by a read, that nothing comes through.
    for (const round of [1, 2]) {
      const { status } = await user.graphql('mutation { stopIgnoringUser(id: "x") { errors { translation_key } } }')
      expect([round, status]).toEqual([round, 503])
    }
    way.thaw()
    client.send({ type: 'ping' })
    expect((await client.next('pong')).type).toBe('pong')
  },
)
