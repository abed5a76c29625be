import { expect, test } from 'vitest'
import { createSlices } from '../../src/live/slices.ts'

const STEPS = 400

function workFor(milliseconds: number): void {
  const end = performance.now() + milliseconds
  while (performance.now() < end);
}

test('what follows on a step is part of its slice, so that others are served between many of them', async () => {
  const slices = createSlices()
  let [last, longest, isDone] = [performance.now(), 0, false]
  const look = () => {
    longest = Math.max(longest, performance.now() - last)
    last = performance.now()
    if (!isDone) setImmediate(look)
  }
  setImmediate(look)
  await Promise.all(Array.from({ length: STEPS }, () => slices.run(() => undefined).then(() => workFor(1))))
  isDone = true
  expect(longest).toBeLessThan(STEPS / 4)
})
