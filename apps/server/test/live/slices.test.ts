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

test('work that has begun goes on before other work begins, so that little of it is in memory at a time', async () => {
  const slices = createSlices()
  let [begun, most] = [0, 0]
  const work = async () => {
    await slices.run(() => {
      begun += 1
      most = Math.max(most, begun)
      workFor(0.1)
    })
    await slices.goOn(() => workFor(0.1))
    begun -= 1
  }
  await Promise.all(Array.from({ length: STEPS }, work))
  expect(most).toBeLessThan(STEPS / 4)
})
