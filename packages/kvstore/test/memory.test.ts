import { describe, expect, test } from 'vitest'
import { connectKvstore } from '../src/index.ts'
import { contract } from './contract.ts'

describe('memory: keeps the contract', () => {
  contract(async () => ({ open: options => connectKvstore('memory:', options), close: async () => {} }))
})

test('expiry follows the clock it is given', async () => {
  let now = 0
  const kv = await connectKvstore('memory:', { now: () => now })
  await kv.set('key', 'value', { expiresIn: 100 })
  await kv.increment('count', { expiresIn: 100 })
  now = 99
  expect(await kv.get('key')).toBe('value')
  expect(await kv.expiresIn('key')).toBe(1)
  now = 100
  expect([await kv.get('key'), await kv.expiresIn('key'), await kv.delete('key')]).toEqual([null, null, 0])
  expect(await kv.increment('count')).toBe(1)
  expect(await kv.expiresIn('count')).toBeNull()
  await kv.close()
})

test('two stores share nothing', async () => {
  const [a, b] = [await connectKvstore('memory:'), await connectKvstore('memory:')]
  await a.set('key', 'value')
  expect(await b.get('key')).toBeNull()
  await Promise.all([a.close(), b.close()])
})

test.each(['', 'memory', 'memory:x', 'http://secret@host', 'redis://', 'redis:host', 'redis://host:x'])(
  'the URL %j is refused without being shown',
  async url => {
    const error = await connectKvstore(url).catch((reason: unknown) => reason)
    expect(error).toMatchObject({ name: 'KvstoreError', code: 'KVSTORE_INVALID' })
    expect(String(error)).not.toContain('secret')
  },
)
