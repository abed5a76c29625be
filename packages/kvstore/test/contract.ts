import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Kvstore, KvstoreOptions } from '../src/index.ts'
import { until } from './until.ts'

export interface Place {
  open(options?: KvstoreOptions): Promise<Kvstore>
  close(): Promise<void>
}

let last = 0
const fresh = (name = 'k') => `${name}-${++last}`

/** What every key-value store promises, run once per implementation. */
export function contract(make: () => Promise<Place>): void {
  let place: Place
  let kv: Kvstore
  const reported: unknown[] = []

  beforeAll(async () => {
    place = await make()
    kv = await place.open({ onListenerError: error => reported.push(error) })
  })
  afterAll(async () => {
    await kv?.close()
    await place?.close()
  })

  describe('keys', () => {
    test('a key that was never set is null', async () => {
      const key = fresh()
      expect(await kv.get(key)).toBeNull()
      expect(await kv.expiresIn(key)).toBeNull()
    })

    test.each(['', 'text', 'Straße 🧵\0\r\n', '{"a":1}'])('the value %j comes back as it was', async value => {
      const key = fresh()
      await kv.set(key, value)
      expect(await kv.get(key)).toBe(value)
    })

    test('delete counts the keys that existed', async () => {
      const [a, b, absent] = [fresh(), fresh(), fresh()]
      await kv.set(a, '1')
      await kv.set(b, '2')
      expect(await kv.delete(a, b, absent)).toBe(2)
      expect(await kv.delete(a)).toBe(0)
      expect(await kv.delete()).toBe(0)
      expect(await kv.get(b)).toBeNull()
    })

    test('a key is gone after its expiry', async () => {
      const key = fresh()
      await kv.set(key, 'x', { expiresIn: 40 })
      const left = await kv.expiresIn(key)
      expect(left).toBeGreaterThan(0)
      expect(left).toBeLessThanOrEqual(40)
      await until(async () => (await kv.get(key)) === null)
      expect(await kv.setIfAbsent(key, 'y')).toBe(true)
    })

    test('setting a key again replaces its expiry', async () => {
      const key = fresh()
      await kv.set(key, 'x', { expiresIn: 60_000 })
      await kv.set(key, 'y')
      expect(await kv.expiresIn(key)).toBeNull()
    })

    test('setIfAbsent leaves an existing value as it is, and its expiry', async () => {
      const key = fresh()
      expect(await kv.setIfAbsent(key, 'first', { expiresIn: 60_000 })).toBe(true)
      expect(await kv.setIfAbsent(key, 'second')).toBe(false)
      expect(await kv.get(key)).toBe('first')
      expect(await kv.expiresIn(key)).toBeGreaterThan(0)
    })

    test('of many simultaneous calls that set an absent key, one wins', async () => {
      const key = fresh()
      const won = await Promise.all(Array.from({ length: 20 }, (_, n) => kv.setIfAbsent(key, String(n))))
      expect(won.filter(Boolean)).toHaveLength(1)
    })

    test.each([0, -1, Number.NaN, Infinity])('an expiry of %d is refused', async expiresIn => {
      const invalid = expect.objectContaining({ code: 'KVSTORE_INVALID' })
      await expect(kv.set(fresh(), 'x', { expiresIn })).rejects.toEqual(invalid)
      await expect(kv.setIfAbsent(fresh(), 'x', { expiresIn })).rejects.toEqual(invalid)
      await expect(kv.increment(fresh(), { expiresIn })).rejects.toEqual(invalid)
    })
  })

  describe('counters', () => {
    test('an absent key counts from 0, by any whole step', async () => {
      const key = fresh()
      expect(await kv.increment(key)).toBe(1)
      expect(await kv.increment(key, { by: 5 })).toBe(6)
      expect(await kv.increment(key, { by: -7 })).toBe(-1)
      expect(await kv.get(key)).toBe('-1')
      await expect(kv.increment(key, { by: 0.5 })).rejects.toMatchObject({ code: 'KVSTORE_INVALID' })
    })

    test('no increment is lost among many simultaneous ones', async () => {
      const key = fresh()
      await Promise.all(Array.from({ length: 100 }, () => kv.increment(key)))
      expect(await kv.get(key)).toBe('100')
    })

    test('the expiry is set when the counter is created and never moved', async () => {
      const key = fresh()
      await kv.increment(key, { expiresIn: 60_000 })
      await kv.increment(key, { expiresIn: 900_000 })
      expect(await kv.expiresIn(key)).toBeLessThanOrEqual(60_000)
      const staying = fresh()
      await kv.increment(staying)
      await kv.increment(staying, { expiresIn: 60_000 })
      expect(await kv.expiresIn(staying)).toBeNull()
    })

    test.each(['text', '', '1.5', ' 1', '01'])('the value %j cannot be counted', async value => {
      const key = fresh()
      await kv.set(key, value)
      await expect(kv.increment(key)).rejects.toMatchObject({ name: 'KvstoreError', code: 'KVSTORE_REFUSED' })
      expect(await kv.get(key)).toBe(value)
    })
  })

  describe('messages', () => {
    test('every listener of a channel gets its messages in order, and no others', async () => {
      const [channel, other] = [fresh('channel'), fresh('channel')]
      const [first, second]: [string[], string[]] = [[], []]
      await kv.subscribe(channel, message => first.push(message))
      await kv.subscribe(channel, message => second.push(message))
      const sent = Array.from({ length: 50 }, (_, n) => `message ${n} ✓`)
      await Promise.all([kv.publish(other, 'not for you'), ...sent.map(message => kv.publish(channel, message))])
      await until(() => first.length >= 50 && second.length >= 50)
      expect([first, second]).toEqual([sent, sent])
    })

    test('publish has returned before a listener runs', async () => {
      const channel = fresh('channel')
      const order: string[] = []
      await kv.subscribe(channel, () => order.push('delivered'))
      const publishing = kv.publish(channel, 'x')
      order.push('returned')
      await publishing
      await until(() => order.length === 2)
      expect(order).toEqual(['returned', 'delivered'])
    })

    test('a listener that throws or rejects is reported, and the others get the message', async () => {
      const channel = fresh('channel')
      const received: string[] = []
      reported.length = 0
      await kv.subscribe(channel, () => {
        throw new Error('thrown')
      })
      await kv.subscribe(channel, async () => {
        throw new Error('rejected')
      })
      await kv.subscribe(channel, message => received.push(message))
      await kv.publish(channel, 'x')
      await until(() => received.length === 1 && reported.length === 2)
      expect(reported.map(String).toSorted()).toEqual(['Error: rejected', 'Error: thrown'])
    })

    test('a listener that unsubscribed gets no more messages, the others do', async () => {
      const channel = fresh('channel')
      const [left, stayed]: [string[], string[]] = [[], []]
      const leave = await kv.subscribe(channel, message => left.push(message))
      await kv.subscribe(channel, message => stayed.push(message))
      await leave()
      await leave()
      await kv.publish(channel, 'x')
      await until(() => stayed.length === 1)
      expect(left).toEqual([])
    })

    test('a function subscribed twice is called twice, until each subscription ends', async () => {
      const channel = fresh('channel')
      const received: string[] = []
      const listener = (message: string) => void received.push(message)
      const leave = await kv.subscribe(channel, listener)
      await kv.subscribe(channel, listener)
      await kv.publish(channel, 'a')
      await until(() => received.length === 2)
      await leave()
      await kv.publish(channel, 'b')
      await until(() => received.length > 2)
      expect(received).toEqual(['a', 'a', 'b'])
    })

    test('leaving and joining a channel at the same time ends subscribed', async () => {
      const channel = fresh('channel')
      const received: string[] = []
      for (let round = 0; round < 10; round++) {
        const leave = await kv.subscribe(channel, () => {})
        const [, leaveAgain] = await Promise.all([leave(), kv.subscribe(channel, message => received.push(message))])
        await kv.publish(channel, String(round))
        await until(() => received.length === round + 1)
        await leaveAgain()
      }
      expect(received).toEqual(Array.from({ length: 10 }, (_, round) => String(round)))
    })
  })

  describe('life', () => {
    test('an open store is ready and answers', async () => {
      expect(kv.ready).toBe(true)
      await expect(kv.ping()).resolves.toBeUndefined()
      expect(kv.description).toContain(kv.kind)
    })

    test('a closed store refuses everything, and closing again is fine', async () => {
      const closing = await place.open()
      const received: string[] = []
      await closing.subscribe('closing', message => received.push(message))
      await closing.close()
      await closing.close()
      expect(closing.ready).toBe(false)
      const calls = [
        closing.get('k'),
        closing.set('k', 'v'),
        closing.increment('k'),
        closing.publish('c', 'm'),
        closing.subscribe('c', () => {}),
        closing.ping(),
      ]
      const results = await Promise.allSettled(calls)
      expect(results.map(result => result.status === 'rejected' && result.reason.code)).toEqual(
        calls.map(() => 'KVSTORE_CLOSED'),
      )
    })
  })
}
