import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readingOf } from '../src/browser/reading.ts'

let reads = 0
const read = async () => {
  reads++
  return true
}

beforeEach(() => {
  reads = 0
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('an event soon after reading may be counted already, so the page reads once more', async () => {
  const { again, readNews } = readingOf(read)
  readNews()
  await vi.advanceTimersByTimeAsync(2_900)
  again()
  await vi.advanceTimersByTimeAsync(500)
  expect(reads).toBe(2)
})

test('a later event does not keep the page from reading once more', async () => {
  const { again, readNews } = readingOf(read)
  readNews()
  await vi.advanceTimersByTimeAsync(2_900)
  again()
  await vi.advanceTimersByTimeAsync(200)
  again()
  await vi.advanceTimersByTimeAsync(500)
  expect(reads).toBe(2)
})

test('an event soon after the page has read once more makes it read again', async () => {
  const { again, readNews } = readingOf(read)
  readNews()
  await vi.advanceTimersByTimeAsync(2_900)
  again()
  await vi.advanceTimersByTimeAsync(600)
  again()
  await vi.advanceTimersByTimeAsync(500)
  expect(reads).toBe(3)
})

test('an event that comes before the first answer makes the page read once more', async () => {
  let answer: (isRead: boolean) => void = () => undefined
  const { again, readNews } = readingOf(
    () =>
      new Promise(resolve => {
        reads++
        answer = resolve
      }),
  )
  readNews()
  await vi.advanceTimersByTimeAsync(10_000)
  again()
  answer(true)
  await vi.advanceTimersByTimeAsync(500)
  expect(reads).toBe(2)
})

test('a discussion in which something happens all the time is not read for ever', async () => {
  const { again, readNews } = readingOf(read)
  readNews()
  for (let event = 0; event < 100; event++) {
    await vi.advanceTimersByTimeAsync(700)
    again()
  }
  expect(reads).toBeLessThan(8)
})

test('a certain event makes the page read nothing', async () => {
  const { again, readNews } = readingOf(read)
  readNews()
  await vi.advanceTimersByTimeAsync(3_100)
  again()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(reads).toBe(1)
})
