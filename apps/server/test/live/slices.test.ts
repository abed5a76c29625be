import { expect, test } from 'vitest'
import { createSlices } from '../../src/live/slices.ts'

const STEPS = 400

function workFor(milliseconds: number): void {
  const end = performance.now() + milliseconds
  while (performance.now() < end);
}

test('what follows on a step is part of its slice of 5 ms, so that others are served between many of them', async () => {
  const slices = createSlices()
  let [turns, isDone] = [0, false]
  const look = () => {
    turns += 1
    if (!isDone) setImmediate(look)
  }
  setImmediate(look)
  await Promise.all(Array.from({ length: STEPS }, () => slices.run(() => workFor(0.1)).then(() => workFor(1))))
  isDone = true
  // If the steps alone were counted, others would be served after 50 of them.
  expect(turns).toBeGreaterThan(STEPS / 20)
})
