import { addressGroups } from '@platform/auth'
import { LRUCache } from 'lru-cache'

/** Counts things of each address, such as its open connections. All addresses of one IPv6 /64 count as one. */
export interface CountByAddress {
  /**
   * Counts one more for the address, or another amount.
   *
   * @returns a function that counts it off again; `null`, and nothing is counted, when that is beyond the limit.
   */
  take(address: string, amount?: number): (() => void) | null
  /** Counts one more, or another amount, unless that is beyond the limit. @returns whether it was counted. */
  add(address: string, amount?: number): boolean
  /** Counts off what was added. */
  remove(address: string, amount?: number): void
}

/** Reading an address takes longer than counting it, and the same ones come again and again. */
const households = new LRUCache<string, string>({ max: 10_000 })

function householdOf(address: string): string {
  const known = households.get(address)
  if (known !== undefined) return known
  const { household } = addressGroups(address)
  households.set(address, household)
  return household
}

export function countByAddress(most: number): CountByAddress {
  const counts = new Map<string, number>()
  const add = (address: string, amount = 1): boolean => {
    const household = householdOf(address)
    const count = (counts.get(household) ?? 0) + amount
    if (count > most) return false
    counts.set(household, count)
    return true
  }
  const remove = (address: string, amount = 1): void => {
    const household = householdOf(address)
    const left = (counts.get(household) ?? amount) - amount
    if (left === 0) counts.delete(household)
    else counts.set(household, left)
  }
  return {
    add,
    remove,
    take(address, amount) {
      if (!add(address, amount)) return null
      let isCounted = true
      return () => {
        if (isCounted) remove(address, amount)
        isCounted = false
      }
    },
  }
}
