import { createTestPlatform, type TestPlatform } from '@platform/plugin-testing'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { attempt } from '../../src/jobs/attempt.ts'
import { LEASE, type Leases } from '../../src/jobs/leases.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = await createTestPlatform()
})
afterAll(() => platform[Symbol.asyncDispose]())
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] })
})
afterEach(() => vi.useRealTimers())

/** Attempts a job that goes on until `end`, with a store that does or does not answer. */
function attempted(renew: Leases['renew']) {
  const { promise, resolve: end } = Promise.withResolvers<void>()
  const signals: AbortSignal[] = []
  const outcomes: string[] = []
  const note = (outcome: string) => async () => void outcomes.push(outcome)
  const leases: Leases = {
    take: async () => null,
    next: async () => null,
    renew,
    finish: note('done'),
    retry: note('tried again'),
    giveUp: note('given up'),
    release: note('released'),
  }
  const perform = (_payload: unknown, { signal }: { readonly signal: AbortSignal }) => {
    signals.push(signal)
    return promise
  }
  const now = new Date()
  const job = { id: 'one', type: 'test.long', payload: {}, attempts: 1, created_at: now, updated_at: now }
  const leased = { job: { ...job, state: 'running', lease: 'a lease', due_at: now, error: null }, lease: 'a lease' }
  const ended = attempt(leased as never, {
    work: { type: 'test.long', timeout: 100 * LEASE, perform },
    leases,
    log: platform.services.log,
    stopping: new AbortController().signal,
  })
  return { signals, outcomes, end, ended }
}

test('a job whose lease cannot be renewed is told so before another server may begin it [F8]', async () => {
  let isAway = false
  const { signals, outcomes, end, ended } = attempted(async () => {
    if (isAway) throw new Error('the store is away')
    return true
  })
  await vi.advanceTimersByTimeAsync(3 * LEASE)
  expect(signals.map(({ aborted }) => aborted)).toEqual([false])
  isAway = true
  // The last renewal that succeeded was just sent.
  await vi.advanceTimersByTimeAsync(LEASE * 0.9)
  expect(signals.map(({ aborted }) => aborted)).toEqual([false])
  await vi.advanceTimersByTimeAsync(LEASE * 0.1 - 1)
  expect(signals.map(({ aborted }) => aborted)).toEqual([true])
  // Where no other server took it, what it has done meanwhile counts.
  end()
  await ended
  expect(outcomes).toEqual(['done'])
})
