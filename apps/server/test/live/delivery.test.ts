import { expect, test } from 'vitest'
import { createDelivery, type Listener } from '../../src/pubsub/delivery.ts'

const turn = () => new Promise<void>(resolve => setImmediate(resolve))

/** Takes 1 ms of the processor. */
function work(): void {
  const until = performance.now() + 1
  while (performance.now() < until);
}

const event = (number: number) => ({ number, message: `m${number}` })
const fails = (error: unknown) => expect.unreachable(String(error))

test('an event for many listeners reaches them in parts of 5 ms, so that others are served between them', async () => {
  const told: number[] = []
  const listener = (n: number) => {
    work()
    told.push(n)
  }
  createDelivery(fails)(event(1), new Set<Listener>(Array.from({ length: 30 }, (_, n) => () => listener(n))))
  const turns: number[] = []
  while (told.length < 30) {
    await turn()
    turns.push(told.length)
  }
  expect(turns.length).toBeGreaterThanOrEqual(6)
  expect(told).toEqual(Array.from({ length: 30 }, (_, n) => n))
})

test('what a listener begins at once is counted as part of it', async () => {
  let told = 0
  const listener = () => {
    queueMicrotask(work)
    told += 1
  }
  createDelivery(fails)(event(1), new Set<Listener>(Array.from({ length: 30 }, () => () => listener())))
  await turn()
  expect(told).toBeLessThan(10)
})

test('an event waits until all have been told of the one before, whatever its channel', async () => {
  const told: string[] = []
  const listener = (name: string): Listener => {
    return ({ number }) => {
      work()
      told.push(`${number} ${name}`)
    }
  }
  const deliver = createDelivery(fails)
  deliver(event(1), new Set(Array.from({ length: 8 }, (_, n) => listener(`first${n}`))))
  deliver(event(2), new Set([listener('second')]))
  while (told.length < 9) await turn()
  expect(told.at(-1)).toBe('2 second')
})

test('a listener who leaves before its turn is not told, and one that fails keeps no other from it', async () => {
  const [told, errors]: [string[], unknown[]] = [[], []]
  const leaving: Listener = () => told.push('left')
  const listeners = new Set<Listener>([
    () => {
      listeners.delete(leaving)
      throw new Error('broken')
    },
    leaving,
    () => told.push('last'),
  ])
  createDelivery(error => errors.push(error))(event(1), listeners)
  while (!told.includes('last')) await turn()
  expect([told, errors]).toEqual([['last'], [new Error('broken')]])
})

test('when events come faster than they are told, those that wait are told at once', () => {
  const told: number[] = []
  const deliver = createDelivery(fails)
  for (let number = 1; number <= 300; number++)
    deliver(event(number), new Set<Listener>([() => told.push(number), () => work()]))
  expect(told.length).toBeGreaterThanOrEqual(200)
  expect(told).toEqual(told.toSorted((a, b) => a - b))
})
