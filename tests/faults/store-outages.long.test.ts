import { expect } from 'vitest'
import { testWith } from '../../test/needs.ts'
import { SHARED_STORES } from './shared-stores.ts'
import { ALL, sufferFaults } from './store-outages.ts'

testWith(...SHARED_STORES)(
  'two servers whose stores fail again and again lose nothing, and deliver what they promised',
  { timeout: 1_200_000 },
  async () => {
    expect(await sufferFaults([...ALL, ...ALL.toReversed(), ...ALL], { tells: true })).toEqual([])
  },
)
