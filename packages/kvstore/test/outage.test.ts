import dns from 'node:dns'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { describeWith } from '../../../test/needs.ts'
import type { Kvstore, KvstoreOptions, Retry } from '../src/index.ts'
import { connectKvstore } from '../src/index.ts'
import type { RedisServer } from './redis-server.ts'
import { freePort, REDIS, startRedis } from './redis-server.ts'
import { until } from './until.ts'

const quick = {
  backoffFactor: 10,
  backoffMinimum: 10,
  commandTimeout: 300,
  heartbeatInterval: 50,
} satisfies KvstoreOptions

describeWith(REDIS)('outages', () => {
  let server: RedisServer
  let kv: Kvstore | undefined

  const open = async (options: KvstoreOptions = {}): Promise<Kvstore> => {
    kv = await connectKvstore(server.url, { ...quick, ...options })
    return kv
  }
  beforeEach(async () => {
    server = await startRedis()
  })
  afterEach(async () => {
    await kv?.close()
    await server.stop()
  })

  test('a killed server makes the store not ready; once restarted it is ready and subscribed again [F2]', async () => {
    const store = await open()
    const received: string[] = []
    let reconnects = 0
    await store.subscribe('news', message => received.push(message))
    store.onReconnect(() => (reconnects += 1))
    await server.kill()
    await until(() => !store.ready)
    await expect(store.get('key')).rejects.toMatchObject({ code: 'KVSTORE_UNAVAILABLE', outcomeUnknown: false })
    const whileAway = await store.subscribe('late', message => received.push(message))
    await server.start()
    await until(() => store.ready)
    await store.publish('news', 'back')
    await store.publish('late', 'also')
    await until(() => received.length === 2)
    expect([received, reconnects]).toEqual([['back', 'also'], 1])
    await whileAway()
  })

  test('the wait before attempt n is max(n × factor, minimum)', async () => {
    const retries: Retry[] = []
    const store = await open({ backoffFactor: 20, backoffMinimum: 50, onRetry: retry => retries.push(retry) })
    await server.kill()
    await until(() => retries.length === 5)
    await store.close()
    expect(retries.map(({ delay }) => delay)).toEqual([50, 50, 60, 80, 100])
    expect(retries.map(({ failures }) => failures)).toEqual([0, 1, 2, 3, 4])
  })

  test('with 3 attempts the third failure is fatal, once; the store stays refused [F2]', async () => {
    const failures: number[] = []
    const fatal: Error[] = []
    const store = await open({
      maxAttempts: 3,
      onRetry: retry => failures.push(retry.failures),
      onFatal: error => fatal.push(error),
    })
    await server.kill()
    await until(() => fatal.length > 0)
    expect(failures).toEqual([0, 1, 2])
    expect(fatal).toEqual([
      expect.objectContaining({
        code: 'KVSTORE_UNAVAILABLE',
        message: expect.stringContaining('after 3 failed attempts'),
      }),
    ])
    await server.start()
    const results = await Promise.allSettled([store.get('key'), store.subscribe('c', () => {}), store.ping()])
    expect(results.map(result => result.status === 'rejected' && result.reason)).toEqual([fatal[0], fatal[0], fatal[0]])
    expect(store.ready).toBe(false)
  })

  test('the maximum time is fatal too, however many attempts are left [F2]', async () => {
    const { promise: fatal, resolve } = Promise.withResolvers<Error>()
    await open({ maxRetryTime: 200, onFatal: resolve })
    const lostAt = performance.now()
    await server.kill()
    expect(await fatal).toMatchObject({ code: 'KVSTORE_UNAVAILABLE' })
    const took = performance.now() - lostAt
    expect(took).toBeGreaterThan(190)
    expect(took).toBeLessThan(10_000)
  })

  test('a frozen server: commands reject within their deadline, readiness ends, thawing restores it [F2]', async () => {
    const store = await open({ connectTimeout: 200 })
    const lateFor = await open({ heartbeatInterval: 60_000 })
    server.signal('SIGSTOP')
    const startedAt = performance.now()
    await expect(lateFor.get('key')).rejects.toMatchObject({ code: 'KVSTORE_UNAVAILABLE', outcomeUnknown: true })
    expect(performance.now() - startedAt).toBeLessThan(5_000)
    await until(() => !store.ready)
    server.signal('SIGCONT')
    await until(() => store.ready)
    await expect(store.ping()).resolves.toBeUndefined()
    await store.close()
  })

  test.each([
    ['that is full', 'CONFIG SET maxmemory 1', 'CONFIG SET maxmemory 0'],
    ['that is a read-only replica', 'REPLICAOF 127.0.0.1 1', 'REPLICAOF NO ONE'],
  ])(
    'a server %s refuses writes and the ping, and answers reads, until it stores again [F2]',
    async (_what, begin, end) => {
      const store = await open()
      await server.command(begin)
      await expect(store.set('key', 'value')).rejects.toMatchObject({ code: 'KVSTORE_UNWRITABLE' })
      await expect(store.increment('count', { expiresIn: 1000 })).rejects.toMatchObject({ code: 'KVSTORE_UNWRITABLE' })
      await expect(store.ping()).rejects.toMatchObject({ code: 'KVSTORE_UNWRITABLE' })
      expect(await store.get('key')).toBeNull()
      await server.command(end)
      await expect(store.ping()).resolves.toBeUndefined()
    },
  )

  test('a command that is on its way when the connection breaks has an unknown outcome', async () => {
    const store = await open({ heartbeatInterval: 60_000, commandTimeout: 5000 })
    server.signal('SIGSTOP')
    const pending = store.increment('key').catch((reason: unknown) => reason)
    await new Promise(setImmediate)
    await server.kill()
    expect(await pending).toMatchObject({ code: 'KVSTORE_UNAVAILABLE', outcomeUnknown: true })
  })

  test('closing during an outage ends the attempts without calling it fatal', async () => {
    const fatal: Error[] = []
    const retries: Retry[] = []
    const store = await open({ onFatal: error => fatal.push(error), onRetry: retry => retries.push(retry) })
    await server.kill()
    await until(() => retries.length > 1)
    await store.close()
    const attempts = retries.length
    await server.start()
    await expect(store.ping()).rejects.toMatchObject({ code: 'KVSTORE_CLOSED' })
    expect([retries.length, fatal.length]).toEqual([attempts, 0])
  })
})

test('a first connection to a dead port follows the same limits and then rejects [V06]', async () => {
  const retries: Retry[] = []
  const port = await freePort()
  const startedAt = performance.now()
  const connecting = connectKvstore(`redis://127.0.0.1:${port}`, {
    maxAttempts: 4,
    backoffFactor: 30,
    backoffMinimum: 40,
    onRetry: retry => retries.push(retry),
  })
  await expect(connecting).rejects.toMatchObject({
    code: 'KVSTORE_UNAVAILABLE',
    message: expect.stringContaining('after 4 failed attempts'),
  })
  expect(retries.map(({ delay }) => delay)).toEqual([40, 60, 90])
  expect(performance.now() - startedAt).toBeGreaterThan(40 + 60 + 90 - 10)
})

test('the error of a host with several addresses says why none of them answers', async () => {
  const lookup = vi.spyOn(dns, 'lookup') as unknown as { mockImplementation(fn: unknown): void; mockRestore(): void }
  const addresses = [
    { address: '::1', family: 6 },
    { address: '127.0.0.1', family: 4 },
  ]
  lookup.mockImplementation((_host: string, _options: object, found: (error: null, all: object) => void) =>
    found(null, addresses),
  )
  const port = await freePort()
  const reasons: string[] = []
  const onRetry = ({ error }: Retry) => reasons.push(error.message)
  const failed = connectKvstore(`redis://localhost:${port}`, { ...quick, maxAttempts: 2, onRetry })
  await expect(failed).rejects.toThrow(new RegExp(`unreachable \\(connect .*::1:${port}.*, .*127.0.0.1:${port}\\)`))
  expect(reasons).toEqual([expect.stringContaining(`127.0.0.1:${port}`)])
  lookup.mockRestore()
})
