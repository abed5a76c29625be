import { addressGroups } from '@platform/auth'
import { LRUCache } from 'lru-cache'

/** Counts things of each address, such as its open connections. All addresses of one IPv6 /64 count as one. */
export interface CountByAddress {
  /**
   * Counts one more for the address.
   *
   * @returns a function that counts it off again; `null`, and nothing is counted, when the address is at the limit.
   */
  take(address: string): (() => void) | null
  /** Counts one more, unless the address is at the limit. @returns whether it was counted. */
  add(address: string): boolean
  /** Counts off one that was added. */
  remove(address: string): void
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
  const add = (address: string): boolean => {
    const household = householdOf(address)
    const count = counts.get(household) ?? 0
    if (count >= most) return false
    counts.set(household, count + 1)
    return true
  }
  const remove = (address: string): void => {
    const household = householdOf(address)
    const left = (counts.get(household) ?? 1) - 1
    if (left === 0) counts.delete(household)
    else counts.set(household, left)
  }
  return {
    add,
    remove,
    take(address) {
      if (!add(address)) return null
      let isCounted = true
      return () => {
        if (isCounted) remove(address)
        isCounted = false
      }
    },
  }
}
