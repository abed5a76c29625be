import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { describeWith } from '../../../test/needs.ts'
import { connectKvstore } from '../src/index.ts'
import { contract } from './contract.ts'
import type { RedisServer } from './redis-server.ts'
import { REDIS, startRedis } from './redis-server.ts'

describeWith(REDIS)('redis', () => {
  describe('keeps the contract', () => {
    contract(async () => {
      const server = await startRedis()
      // A machine with much to do may not let this process run for a second, which is no outage of the store.
      const patient = { commandTimeout: 10_000 }
      return { open: options => connectKvstore(server.url, { ...patient, ...options }), close: () => server.stop() }
    })
  })

  describe('on one server', () => {
    let server: RedisServer
    beforeAll(async () => {
      server = await startRedis()
    })
    afterAll(() => server?.stop())

    test('two stores share keys and messages', async () => {
      const [a, b] = await Promise.all([connectKvstore(server.url), connectKvstore(server.url)])
      const { promise, resolve } = Promise.withResolvers<string>()
      await b.subscribe('shared', resolve)
      await a.set('shared', 'value')
      await a.publish('shared', 'message')
      expect([await b.get('shared'), await promise]).toEqual(['value', 'message'])
      await Promise.all([a.close(), b.close()])
    })

    test('the database number separates keys', async () => {
      const [zero, three] = await Promise.all([connectKvstore(server.url), connectKvstore(`${server.url}/3`)])
      await zero.set('numbered', 'zero')
      expect(await three.get('numbered')).toBeNull()
      await Promise.all([zero.close(), three.close()])
    })

    test('the database number separates messages', async () => {
      const urls = [server.url, `${server.url}/3`, `${server.url}/3`]
      const [zero, three, other] = await Promise.all(urls.map(url => connectKvstore(url)))
      const heard: Record<string, string[]> = { zero: [], three: [] }
      await zero!.subscribe('numbered', message => heard['zero']!.push(message))
      await three!.subscribe('numbered', message => heard['three']!.push(message))
      // Redis hands the messages to a connection in the order in which they came.
      for (const [store, message] of [
        [zero, 'from 0'],
        [other, 'from 3'],
        [zero, 'the last from 0'],
        [other, 'the last from 3'],
      ] as const)
        await store!.publish('numbered', message)
      await expect
        .poll(() => heard)
        .toEqual({ zero: ['from 0', 'the last from 0'], three: ['from 3', 'the last from 3'] })
      await Promise.all([zero!.close(), three!.close(), other!.close()])
    })

    test('neither description nor errors show credentials', async () => {
      const credentials = server.url.replace('//', '//someone:c4n4ry@')
      const error: unknown = await connectKvstore(credentials, { maxAttempts: 1 }).catch((reason: unknown) => reason)
      const [{ cause, message }, open] = [error as Error, await connectKvstore(server.url)]
      expect(message + String(cause)).not.toContain('c4n4ry')
      expect(message).toContain('no further attempt is made after 1 failed attempts')
      expect(open.description).toBe(server.url)
      await open.close()
    })
  })
})
