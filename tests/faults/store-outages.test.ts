import { expect } from 'vitest'
import { testWith } from '../../test/needs.ts'
import { FORGETS_A_COUNTER } from './mutations.ts'
import { SHARED_STORES } from './shared-stores.ts'
import { ALL, sufferFaults } from './store-outages.ts'

testWith(...SHARED_STORES)(
  'two servers, of which one is killed and frozen, and whose stores fail, lose nothing and do nothing twice [F2, F3]',
  { timeout: 120_000 },
  async () => {
    expect(await sufferFaults(ALL)).toEqual([])
  },
)

testWith(...SHARED_STORES)('the check finds two servers that forget a counter', { timeout: 60_000 }, async () => {
  expect(await sufferFaults([], { mutation: FORGETS_A_COUNTER })).toContainEqual(
    expect.stringMatching(/^drift: .*reply_count/),
  )
})
