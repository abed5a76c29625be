import { afterEach, expect, test, vi } from 'vitest'
import { timedUUID } from '../src/timed-uuid.ts'

const VERSION_7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

afterEach(() => {
  vi.useRealTimers()
})

const ids = (count: number) => Array.from({ length: count }, () => timedUUID())

test('ids are UUIDs of version 7 that begin with the time', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 })
  const id = timedUUID()
  expect(id).toMatch(VERSION_7)
  expect(Number.parseInt(id.replace('-', '').slice(0, 12), 16)).toBe(Date.now())
})

test('each id is greater than the one before, however many are made within a millisecond', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 120_000 })
  const made = ids(10_000)
  expect(made.toSorted()).toEqual(made)
  expect(new Set(made).size).toBe(made.length)
  for (const id of made) expect(id).toMatch(VERSION_7)
})

test('ids go on from the last one when the clock is set back', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 240_000 })
  const before = timedUUID()
  vi.setSystemTime(Date.now() - 3_600_000)
  expect(timedUUID() > before).toBe(true)
})
