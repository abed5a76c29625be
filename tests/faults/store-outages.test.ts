import { expect } from 'vitest'
import { testWith } from '../../test/needs.ts'
import { FORGETS_A_COUNTER, POSTS_AGAIN } from './mutations.ts'
import { SHARED_STORES } from './shared-stores.ts'
import { ALL, sufferFaults } from './store-outages.ts'

const testShared = testWith(...SHARED_STORES)

testShared(
  'two servers, of which one is killed and frozen, and whose stores fail, lose nothing and do nothing twice [F2, F3]',
  { timeout: 120_000 },
  async () => {
    expect(await sufferFaults(ALL)).toEqual([])
  },
)

testShared('the check finds two servers that forget a counter', { timeout: 60_000 }, async () => {
  expect(await sufferFaults([], { mutation: FORGETS_A_COUNTER })).toContainEqual(expect.stringMatching(/^drift.*reply/))
})

testShared('the check finds a server that posts again what is sent again', { timeout: 60_000 }, async () => {
  expect(await sufferFaults(['a frozen MongoDB'], { mutation: POSTS_AGAIN })).toContainEqual(
    expect.stringMatching(/^twice: the comment/),
  )
})
