import { expect } from 'vitest'
import { testWith } from '../../test/needs.ts'
import { FORGETS_A_COUNTER } from './mutations.ts'
import { sharedStores } from './shared-stores.ts'
import { ALL, sufferFaults } from './store-outages.ts'

const stores = await sharedStores()

testWith(...stores.needs)(
  'two servers, of which one is killed and frozen, and whose stores fail, lose nothing and do nothing twice [F2, F3]',
  { timeout: 120_000 },
  async () => {
    expect(await sufferFaults(stores, ALL)).toEqual([])
  },
)

testWith(...stores.needs)('the check finds two servers that forget a counter', { timeout: 60_000 }, async () => {
  expect(await sufferFaults(stores, [], { mutation: FORGETS_A_COUNTER })).toContainEqual(
    expect.stringMatching(/^drift: .*reply_count/),
  )
})
