import { describe, expect, test } from 'vitest'
import {
  createRevocation,
  isIssuedBefore,
  nextValidAfter,
  type RevocationDocs,
  type RevocationKv,
} from '../src/index.ts'
import { DAY, hmacTokens, NOW } from './fixtures.ts'

interface Entry {
  readonly value: string
  readonly until: number
}

/** A clock, and stores in memory that follow it and can be switched off. */
function bench() {
  const state = { now: NOW, kvUp: true, kvFull: false, docsUp: true, reads: 0 }
  const entries = new Map<string, Entry>()
  const records = new Map<string, Date>()
  const reach = (up: boolean) => {
    if (!up) throw new Error('connection refused')
  }
  const kv: RevocationKv = {
    async get(key) {
      reach(state.kvUp)
      const entry = entries.get(key)
      return entry !== undefined && entry.until > state.now ? entry.value : null
    },
    async set(key, value, { expiresIn }) {
      reach(state.kvUp && !state.kvFull)
      entries.set(key, { value, until: state.now + expiresIn })
    },
    async setIfAbsent(key, value, { expiresIn }) {
      reach(state.kvUp)
      if ((entries.get(key)?.until ?? 0) <= state.now) entries.set(key, { value, until: state.now + expiresIn })
    },
    async delete(key) {
      reach(state.kvUp)
      entries.delete(key)
    },
  }
  const docs: RevocationDocs = {
    async has(key) {
      reach(state.docsUp)
      state.reads += 1
      return (records.get(key)?.getTime() ?? 0) > state.now
    },
    async add(key, expiresAt) {
      reach(state.docsUp)
      records.set(key, expiresAt)
    },
  }
  return { state, entries, kv, docs, now: () => state.now }
}

const token = { userId: 'user-1', jti: 'token-1', expiresAt: new Date(NOW + DAY) }

describe('with a key-value store alone', () => {
  const setup = () => {
    const stores = bench()
    return { ...stores, revocation: createRevocation({ kv: stores.kv, maxLifetime: 90 * DAY, now: stores.now }) }
  }

  test('a revoked token stays revoked for as long as it could be accepted', async () => {
    const { revocation, state } = setup()
    await revocation.revoke(token)
    expect(await revocation.isRevoked(token)).toBe(true)
    state.now = NOW + DAY + 59_000
    expect(await revocation.isRevoked(token)).toBe(true)
    state.now = NOW + DAY + 61_000
    expect(await revocation.isRevoked(token)).toBe(false)
  })

  test('the same jti of another user is another token [J14]', async () => {
    const { revocation } = setup()
    await revocation.revoke(token)
    expect(await revocation.isRevoked({ ...token, userId: 'user-2' })).toBe(false)
  })

  test('user and jti can not be shifted into each other [J14]', async () => {
    const { revocation } = setup()
    await revocation.revoke({ userId: 'a:b', jti: 'c' })
    expect(await revocation.isRevoked({ userId: 'a', jti: 'b:c' })).toBe(false)
  })

  test('a token without an end is revoked for the configured time [J21]', async () => {
    const { revocation, state } = setup()
    await revocation.revoke({ userId: 'user-1', jti: 'endless' })
    await revocation.revoke({ userId: 'user-1', jti: 'broken', expiresAt: new Date(Number.NaN) })
    state.now = NOW + 90 * DAY - 1
    expect(await revocation.isRevoked({ userId: 'user-1', jti: 'endless' })).toBe(true)
    expect(await revocation.isRevoked({ userId: 'user-1', jti: 'broken' })).toBe(true)
  })

  test('an expired token leaves nothing behind', async () => {
    const { revocation, entries } = setup()
    await revocation.revoke({ ...token, expiresAt: new Date(NOW - 60_000) })
    expect(entries.size).toBe(0)
  })

  test('an unreachable store is never "not revoked" [J30]', async () => {
    const { revocation, state } = setup()
    state.kvUp = false
    await expect(revocation.isRevoked(token)).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    await expect(revocation.revoke(token)).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  })
})

describe('with durable records', () => {
  const setup = () => {
    const stores = bench()
    return {
      ...stores,
      revocation: createRevocation({ kv: stores.kv, docs: stores.docs, maxLifetime: DAY, now: stores.now }),
    }
  }

  test('revocations survive the loss of the key-value store', async () => {
    const { revocation, entries, state } = setup()
    await revocation.revoke(token)
    entries.clear()
    expect(await revocation.isRevoked(token)).toBe(true)
    state.kvUp = false
    expect(await revocation.isRevoked(token)).toBe(true)
    expect(await revocation.isRevoked({ ...token, jti: 'token-2' })).toBe(false)
  })

  test('a revocation made elsewhere is seen within 5 s, and the records are spared until then', async () => {
    const { revocation, docs, entries, state } = setup()
    expect(await revocation.isRevoked(token)).toBe(false)
    expect(await revocation.isRevoked(token)).toBe(false)
    expect(state.reads).toBe(1)
    await docs.add([...entries.keys()][0] ?? '', new Date(NOW + DAY))
    state.now += 5000
    expect(await revocation.isRevoked(token)).toBe(true)
  })

  test('a revocation of this server applies immediately', async () => {
    const { revocation } = setup()
    expect(await revocation.isRevoked(token)).toBe(false)
    await revocation.revoke(token)
    expect(await revocation.isRevoked(token)).toBe(true)
  })

  test('a revocation applies immediately when the key-value store is too full for it', async () => {
    const { revocation, state } = setup()
    expect(await revocation.isRevoked(token)).toBe(false)
    state.kvFull = true
    await revocation.revoke(token)
    expect(await revocation.isRevoked(token)).toBe(true)
  })

  test('what the key-value store says from before an outage is not trusted after it, but a revocation is', async () => {
    const { revocation, state } = setup()
    const other = { ...token, jti: 'token-2' }
    expect([await revocation.isRevoked(token), await revocation.isRevoked(other)]).toEqual([false, false])
    state.kvUp = false
    await revocation.revoke(token)
    state.kvUp = true
    revocation.distrustKv()
    expect([await revocation.isRevoked(token), await revocation.isRevoked(other)]).toEqual([true, false])
    await revocation.revoke(other)
    state.docsUp = false
    expect(await revocation.isRevoked(other)).toBe(true)
  })

  test('both unreachable is an error, records alone are enough [J30]', async () => {
    const { revocation, state } = setup()
    state.kvUp = false
    await expect(revocation.revoke(token)).resolves.toBeUndefined()
    state.docsUp = false
    await expect(revocation.isRevoked(token)).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  })
})

describe('tokens from before a change [J22]', () => {
  const changed = new Date(NOW + 700)

  test.each<[string, Date | undefined, boolean]>([
    ['a second before', new Date(NOW - 1000), true],
    ['in the same second', new Date(NOW), true],
    ['a second after', new Date(NOW + 1000), false],
    ['at an unknown time', undefined, true],
  ])('issued %s', (_, issuedAt, before) => {
    expect(isIssuedBefore({ issuedAt }, changed)).toBe(before)
  })

  test('without a change nothing is too old', () => {
    expect([null, undefined].map(validAfter => isIssuedBefore({ issuedAt: new Date(0) }, validAfter))).toEqual([
      false,
      false,
    ])
  })

  test('a token signed right after the change works, an older one does not', async () => {
    let now = NOW - 5000
    const tokens = await hmacTokens({ now: () => now })
    const issuedBefore = async (issuedAfter?: Date) => {
      const { token } = await tokens.sign({ kind: 'session', userId: 'user-1', issuedAfter })
      return isIssuedBefore(await tokens.verify(token, { kind: 'session' }), changed)
    }
    expect(await issuedBefore()).toBe(true)
    now = changed.getTime()
    expect([await issuedBefore(), await issuedBefore(changed)]).toEqual([true, false])
  })

  test('each of two quick changes refuses the tokens that were signed between them', async () => {
    const tokens = await hmacTokens({ now: () => NOW + 700 })
    const issue = async (issuedAfter: Date) =>
      tokens.verify((await tokens.sign({ kind: 'session', userId: 'user-1', issuedAfter })).token, { kind: 'session' })
    let validAfter = nextValidAfter(null, changed)
    for (let i = 0; i < 20; i++) {
      const between = await issue(validAfter)
      expect(isIssuedBefore(between, validAfter)).toBe(false)
      validAfter = nextValidAfter(validAfter, new Date(NOW + 710))
      expect(isIssuedBefore(between, validAfter)).toBe(true)
    }
  })

  test('without an earlier change, or long after it, the moment is the present', () => {
    for (const previous of [null, undefined, new Date(NOW - 1)])
      expect(nextValidAfter(previous, new Date(NOW))).toEqual(new Date(NOW))
  })
})

test('a slow look at the records does not undo a revocation that happened meanwhile', async () => {
  const stores = bench()
  let answer!: (has: boolean) => void
  const slow: RevocationDocs = {
    ...stores.docs,
    has: () =>
      new Promise(resolve => {
        answer = resolve
      }),
  }
  const reading = createRevocation({ kv: stores.kv, docs: slow, maxLifetime: DAY, now: stores.now })
  const revocation = createRevocation({ kv: stores.kv, docs: stores.docs, maxLifetime: DAY, now: stores.now })
  const seen = reading.isRevoked(token)
  await expect.poll(() => answer).toBeTypeOf('function')
  await revocation.revoke(token)
  answer(false)
  await seen
  expect(await revocation.isRevoked(token)).toBe(true)
})
