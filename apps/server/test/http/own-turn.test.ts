import { expect, test } from 'vitest'
import { ownTurn } from '../../src/request/own-turn.ts'

test('in each turn of the event loop one goes on of those that wait for their own, in their order', async () => {
  let turn = 0
  let isOver = false
  const count = () => {
    turn++
    if (!isOver) setImmediate(count)
  }
  count()
  const order: number[] = []
  const turns = await Promise.all(
    [0, 1, 2, 3].map(async place => {
      await ownTurn(null)
      order.push(place)
      return turn
    }),
  )
  isOver = true
  expect(order).toEqual([0, 1, 2, 3])
  expect(new Set(turns).size).toBe(4)
})

test('the addresses take turns, so that the many of one do not hold up others', async () => {
  const order: string[] = []
  const wait = async (address: string, name: string) => {
    await ownTurn(address)
    order.push(name)
  }
  await Promise.all([
    ...['first', 'second', 'third'].map(name => wait('192.0.2.1', name)),
    ...[1, 2].map(i => wait(`2001:db8::${i}`, `IPv6 ${i}`)),
    wait('192.0.2.2', 'other'),
  ])
  expect(order).toEqual(['first', 'IPv6 1', 'other', 'second', 'IPv6 2', 'third'])
})
