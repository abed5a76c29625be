import { createTestPlatform } from '@platform/plugin-testing'
import { afterAll, expect } from 'vitest'
import { startMongo } from '../../../../packages/docstore/test/mongo.ts'
import { testWith } from '../../../../test/needs.ts'
import { ADDED, connect, startLive, subscribe } from '../live/socket.ts'
import { REDIS, startRedis } from '../redis.ts'
import { isShared } from '../shared-answers/runs.ts'
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
    await expect
      .poll(() => platform.http('/readyz').then(response => response.text()), { timeout: 10_000 })
      .toMatch(/^key-value store: not reachable\nshared answers: none, because the key-value store has not been heard/)
    for (let round = 0; round < 20; round += 1) await post()
    expect(posted.length).toBe(21)
    for (const body of posted)
      expect((await client.next('next', '1')).payload).toMatchObject({ data: { commentAdded: { body } } })
    redis.signal('SIGCONT')
    expect(await client.closed).toEqual({ code: 1013, reason: expect.stringContaining('read what is newer') })
  },
)

testWith(REDIS)(
  'a Redis that is silent for a moment ends what is kept, and sockets, to read what is newer [F2]',
  { timeout: 60_000 },
  async () => {
    await using redis = await startRedis()
    await using live = await startLive({ env: { PLATFORM_KVSTORE_URL: redis.url } })
    const { platform } = live
    const asset = await platform.createAsset()
    const TITLE = 'query ($id: ID!) { asset(id: $id) { title } }'
    const isKept = () => isShared(platform, TITLE, { id: asset.id })
    expect(await isKept()).toBe(true)
    const revision = platform.services.revisions.of('assets')
    const client = await connect(live.url)
    await subscribe(client, '1', ADDED, { id: asset.id })
    const details = async () => (await platform.http('/readyz')).text()
    redis.signal('SIGSTOP')
    await expect
      .poll(details, { timeout: 3_000 })
      .toMatch(/^shared answers: none, because the key-value store has not been heard for a second$/m)
    expect(await isKept()).toBe(false)
    redis.signal('SIGCONT')
    expect(await client.closed).toEqual({ code: 1013, reason: expect.stringContaining('read what is newer') })
    // It was no longer silent than the heartbeat of a connection waits.
    expect(platform.logs.filter(({ msg }) => /key-value store/.test(String(msg)))).toEqual([])
    await expect.poll(details).toBe('ok\n')
    expect(platform.services.revisions.of('assets')).toBeGreaterThan(revision)
    expect(await isKept()).toBe(true)
  },
)

testWith(mongo, REDIS)(
  'a session that ends while Redis is frozen stays ended when it goes on, on all servers [J14, J30, F2]',
  { timeout: 60_000 },
  async () => {
    await using redis = await startRedis()
    const env = {
      PLATFORM_DOCSTORE_URL: mongo.url(),
      PLATFORM_KVSTORE_URL: redis.url,
      PLATFORM_JWT_SECRET: 'one secret for both servers, of 32 bytes or more',
      PLATFORM_JWT_ISSUER: 'https://comments.example',
      PLATFORM_JWT_AUDIENCE: 'comments',
      ...QUICK,
    }
    await using one = await createTestPlatform({ env })
    await using other = await startLive({ env })
    const user = await one.createUser()
    const headers = { authorization: `Bearer ${user.token}` }
    const ask = async (method = 'GET') =>
      Promise.all(
        [one, other.platform].map(async ({ http }) => (await http('/api/v1/auth', { method, headers })).status),
      )
    const client = await connect(other.url, { init: { token: user.token } })
    // The answers of both servers that the token is good are in Redis for five seconds from now on.
    expect(await ask()).toEqual([200, 200])
    redis.signal('SIGSTOP')
    expect((await one.http('/api/v1/auth', { method: 'DELETE', headers })).status).toBe(204)
    redis.signal('SIGCONT')
    const seen = new Set<number>()
    await expect
      .poll(
        async () => {
          for (const status of await ask()) seen.add(status)
          return one.http('/readyz').then(response => response.text())
        },
        { timeout: 10_000, interval: 20 },
      )
      .toBe('ok\n')
    expect([...seen, ...(await ask())]).toEqual([401, 401, 401])
    expect((await client.closed).code).toBe(4403)
  },
)

testWith(mongo, REDIS)(
  'a client that comes back while Redis is frozen gets no event of which another server has hidden the comment [F2, F7]',
  { timeout: 60_000 },
  async () => {
    await using redis = await startRedis()
    const env = { PLATFORM_DOCSTORE_URL: mongo.url(), PLATFORM_KVSTORE_URL: redis.url, ...QUICK }
    await using writer = await createTestPlatform({ env })
    await using live = await startLive({ env })
    const asset = await writer.createAsset()
    const moderator = writer.as(await writer.createUser({ roles: ['MODERATOR'] }))
    const comeBack = async (cursor?: unknown) => {
      const client = await connect(live.url)
      client.send({
        id: '1',
        type: 'subscribe',
        payload: { query: ADDED, variables: { id: asset.id }, extensions: { cursor } },
      })
      client.send({ type: 'ping' })
      return { client, said: (await client.next('pong')).payload as { cursor: string; resumed: boolean } }
    }
    const { client: first, said } = await comeBack()
    const [hidden, shown] = [await writer.createComment({ asset }), await writer.createComment({ asset })]
    for (const { id } of [hidden, shown])
      expect((await first.next('next')).payload).toMatchObject({ data: { commentAdded: { id } } })
    const { client: before } = await comeBack(said.cursor)
    expect((await before.next('next')).payload).toMatchObject({ data: { commentAdded: { id: hidden.id } } })
    redis.signal('SIGSTOP')
    await expect
      .poll(() => live.platform.http('/readyz').then(response => response.text()), { timeout: 10_000 })
      .toMatch(/^shared answers: none/m)
    const REJECT = 'mutation ($id: ID!) { setCommentStatus(id: $id, status: REJECTED) { errors { translation_key } } }'
    expect((await moderator.graphql(REJECT, { id: hidden.id })).data).toEqual({ setCommentStatus: null })
    const { client: after, said: again } = await comeBack(said.cursor)
    expect(again.resumed).toBe(true)
    expect((await after.next('next')).payload).toMatchObject({ data: { commentAdded: { id: shown.id } } })
    redis.signal('SIGCONT')
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
    expect(performance.now() - begun).toBeLessThan(2_500)
    const readiness = await reader.http('/readyz')
    expect([readiness.status, await readiness.text()]).toEqual([
      200,
      'ok\nshared answers: none, because another server has not been heard for a second\n',
    ])
    await writer.createComment({ asset, author })
    expect(await count()).toBe(3)
  },
)
