import { createTestPlatform, type TestPlatform } from '@platform/plugin-testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { describeWith } from '../../../../test/needs.ts'
import { REDIS, type RedisForTests, startRedis } from '../redis.ts'

describeWith(REDIS)('a Redis that answers and stores nothing', () => {
  let redis: RedisForTests
  let platform: TestPlatform
  beforeAll(async () => {
    redis = await startRedis()
    platform = await createTestPlatform({ env: { PLATFORM_KVSTORE_URL: redis.url } })
    await platform.createUser({ username: 'Ada' })
  })
  afterAll(async () => {
    await platform?.[Symbol.asyncDispose]()
    await redis?.[Symbol.asyncDispose]()
  })

  const readiness = async () => {
    const response = await platform.http('/readyz')
    return [response.status, await response.text()]
  }
  const signIn = () =>
    platform.http('/api/v1/auth/local', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'Ada@test.example', password: 'a long enough password' }),
    })

  describe.each([
    ['because it is full', 'CONFIG SET maxmemory 1', 'CONFIG SET maxmemory 0'],
    ['because it is a read-only replica', 'REPLICAOF 127.0.0.1 1', 'REPLICAOF NO ONE'],
  ])('%s', (_why, begin, end) => {
    test('is no store to be ready with, and signing in says so by 503 until it stores again [F2]', async () => {
      expect(await readiness()).toEqual([200, 'ok\n'])
      await redis.command(begin)
      expect(await readiness()).toEqual([503, 'key-value store: does not store writes\n'])
      const refused = await signIn()
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5'])
      await redis.command(end)
      expect(await readiness()).toEqual([200, 'ok\n'])
      expect((await signIn()).status).toBe(200)
    })
  })

  test('a session that ends while it is full is refused from then on [J14, F2]', async () => {
    const { token } = (await (await signIn()).json()) as { token: string }
    const ask = async (method: string) =>
      (await platform.http('/api/v1/auth', { method, headers: { authorization: `Bearer ${token}` } })).status
    expect(await ask('GET')).toBe(200)
    await redis.command('CONFIG SET maxmemory 1')
    expect([await ask('DELETE'), await ask('GET')]).toEqual([204, 401])
    await redis.command('CONFIG SET maxmemory 0')
    expect(await ask('GET')).toBe(401)
  })
})
