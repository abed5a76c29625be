import { once } from 'node:events'
import { createConnection } from 'node:net'
import type { User } from '@platform/plugin-sdk'
import { createTestPlatform, type TestUser } from '@platform/plugin-testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startMongo } from '../../../../packages/docstore/test/mongo.ts'
import { describeWith, testWith } from '../../../../test/needs.ts'
import { SYSTEM_USER } from '../../src/features/users/system-user.ts'
import { connect, type LivePlatform, startLive } from '../live/socket.ts'
import { REDIS, startRedis } from '../redis.ts'

const mongo = await startMongo()
afterAll(mongo.stop)

/** Two servers that share a Redis. Each has a document store of its own here, with the same user in both. */
describeWith(REDIS)('with two servers and one Redis', () => {
  let redis: Awaited<ReturnType<typeof startRedis>>
  let one: LivePlatform
  let two: LivePlatform
  beforeAll(async () => {
    redis = await startRedis()
    const env = {
      PLATFORM_KVSTORE_URL: redis.url,
      PLATFORM_KVSTORE_RECONNECTION_BACKOFF_MINIMUM_TIME: '100ms',
      PLATFORM_KVSTORE_RECONNECTION_BACKOFF_FACTOR: '50ms',
    }
    one = await startLive({ env })
    two = await startLive({ env })
  })
  afterAll(async () => {
    await one?.[Symbol.asyncDispose]()
    await two?.[Symbol.asyncDispose]()
    await redis?.[Symbol.asyncDispose]()
  })

  async function person(): Promise<TestUser> {
    const made = await one.platform.createUser()
    const { _id, ...user } = (await one.platform.services.docstore
      .collection<User>('users')
      .findOne({ id: made.user.id }))!
    await two.platform.services.docstore.collection<User>('users').insertOne(user)
    return made
  }
  const on = async ({ platform }: LivePlatform, token: string, method = 'GET') =>
    (await platform.http('/api/v1/auth', { method, headers: { authorization: `Bearer ${token}` } })).status

  test('a token that signed out on one is refused on the other, and closed there [J14]', async () => {
    const { token } = await person()
    const client = await connect(two.url, { init: { token } })
    expect([await on(two, token), await on(one, token, 'DELETE')]).toEqual([200, 204])
    expect(await client.closed).toEqual({ code: 4403, reason: 'Your session has ended' })
    expect([await on(one, token), await on(two, token)]).toEqual([401, 401])
  })

  test('the end of all sessions on one closes the connections of the other, those from before only [J22]', async () => {
    const { user, token } = await person()
    const client = await connect(two.url, { init: { token } })
    await one.platform.services.sessions.endAll(user.id)
    expect((await client.closed).code).toBe(4403)
  })

  test('a session that ended while a server had no connection is refused there once it has one', async () => {
    const { user, token } = await person()
    const client = await connect(two.url, { init: { token } })
    // The other server gets no message about this change, as if the message had been lost.
    await two.platform.services.docstore
      .collection<User>('users')
      .updateOne({ id: user.id }, { $set: { validAfter: new Date(Date.now() + 1_000) } })
    await cutConnections(redis.url)
    expect((await client.closed).code).toBe(4403)
    await expect
      .poll(() => two.platform.services.kvstore.ready && one.platform.services.kvstore.ready, { timeout: 20_000 })
      .toBe(true)
  }, 60_000)
})

testWith(mongo, REDIS)(
  'on one MongoDB and one Redis, a session that ends on one server is immediately refused by the other [J22]',
  async () => {
    await using redis = await startRedis()
    const env = { PLATFORM_KVSTORE_URL: redis.url, PLATFORM_DOCSTORE_URL: mongo.url() }
    await using one = await startLive({ env })
    await using two = await startLive({ env })
    const { user, token } = await one.platform.createUser({ roles: ['STAFF'] })
    const status = async (of: string) =>
      (await two.platform.http('/api/v1/auth', { headers: { authorization: `Bearer ${of}` } })).status
    const client = await connect(two.url, { init: { token } })
    expect(await status(token)).toBe(200)
    await one.platform.services.accountStatus.make('setRole', SYSTEM_USER, { id: user.id, role: 'MODERATOR' })
    expect([await status(token), (await client.closed).code]).toEqual([401, 4403])
    const { token: next } = await one.platform.signIn({ user })
    expect(await status(next)).toBe(200)
    const [left, right] = await Promise.all(
      [one, two].map(({ platform }) =>
        platform.http('/api/v1/auth', { method: 'DELETE', headers: { authorization: `Bearer ${next}` } }),
      ),
    )
    expect([left!.status, right!.status].every(answer => answer === 204 || answer === 401)).toBe(true)
    expect(await status(next)).toBe(401)
  },
  240_000,
)

/** Ends every connection to a Redis, as a restart of it would. */
async function cutConnections(url: string): Promise<void> {
  const { hostname, port } = new URL(url)
  const socket = createConnection(Number(port), hostname)
  for (const type of ['pubsub', 'normal']) {
    socket.write(`CLIENT KILL TYPE ${type} SKIPME yes\r\n`)
    await once(socket, 'data')
  }
  socket.destroy()
}

testWith(REDIS)(
  'without its Redis a server still knows who signed out [J30]',
  async () => {
    const redis = await startRedis()
    await using live = await startLive({ env: { PLATFORM_KVSTORE_URL: redis.url } })
    const [gone, stays] = [await live.platform.createUser(), await live.platform.createUser()]
    const status = async (token: string, method = 'GET') =>
      (await live.platform.http('/api/v1/auth', { method, headers: { authorization: `Bearer ${token}` } })).status
    expect(await status(gone.token, 'DELETE')).toBe(204)
    await redis[Symbol.asyncDispose]()
    expect([await status(gone.token), await status(stays.token)]).toEqual([401, 200])
    // Guesses can't be counted: nothing is let through.
    const tried = await live.platform.http('/api/v1/auth/local', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: `${stays.user.username}@test.example`, password: 'a long enough password' }),
    })
    expect([
      tried.status,
      tried.headers.get('retry-after'),
      ((await tried.json()) as { error: { code: string } }).error.code,
    ]).toEqual([503, '5', 'UNAVAILABLE'])
  },
  60_000,
)

testWith(mongo, REDIS)(
  'the end of all sessions on a server whose clock is behind ends those that a server ahead of it has begun [J22]',
  async () => {
    await using redis = await startRedis()
    const env = {
      PLATFORM_KVSTORE_URL: redis.url,
      PLATFORM_DOCSTORE_URL: mongo.url(),
      PLATFORM_JWT_SECRET: 'one secret for both servers, of 32 bytes or more',
    }
    const now = new Date('2030-01-01T12:00:00Z')
    await using behind = await createTestPlatform({ env, now })
    await using ahead = await createTestPlatform({ env, now: new Date(now.getTime() + 5_000) })
    const { user, token } = await ahead.createUser()
    const statuses = (of: string) =>
      Promise.all(
        [behind, ahead].map(
          async ({ http }) => (await http('/api/v1/auth', { headers: { authorization: `Bearer ${of}` } })).status,
        ),
      )
    expect(await statuses(token)).toEqual([200, 200])
    await behind.services.sessions.endAll(user.id)
    expect(await statuses(token)).toEqual([401, 401])
    const stored = (await behind.services.users.findById(user.id))!
    expect(await statuses((await behind.services.sessions.begin(stored)).token)).toEqual([200, 200])
  },
)
