import { expect } from 'vitest'
import { testWith } from '../../test/needs.ts'
import { sharedStores } from './shared-stores.ts'
import { ALL, sufferFaults } from './store-outages.ts'

const stores = await sharedStores()

testWith(...stores.needs)(
  'two servers whose stores fail again and again lose nothing, and deliver what they promised',
  { timeout: 1_200_000 },
  async () => {
    expect(await sufferFaults(stores, [...ALL, ...ALL.toReversed(), ...ALL], { tells: true })).toEqual([])
  },
)
