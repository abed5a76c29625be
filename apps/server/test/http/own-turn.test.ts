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
      await ownTurn()
      order.push(place)
      return turn
    }),
  )
  isOver = true
  expect(order).toEqual([0, 1, 2, 3])
  expect(new Set(turns).size).toBe(4)
})
