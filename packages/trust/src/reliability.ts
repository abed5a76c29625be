import type { Threshold, TrustThresholds } from './thresholds.ts'

/**
 * The stored karma of a user. A missing number counts as 0.
 *
 * @example
 * const record: TrustRecord = { comment: { karma: -1 } }
 */
export interface TrustRecord {
  readonly comment?: { readonly karma?: number } | undefined
  readonly flag?: { readonly karma?: number } | undefined
}

/**
 * The karma and reliability of a user: `true` for reliable, `false` for unreliable, `null` for neither.
 *
 * @example
 * const mustWait = ({ commenter }: Trust) => commenter === false
 */
export interface Trust {
  readonly commenter: boolean | null
  readonly commenterKarma: number
  readonly flagger: boolean | null
  readonly flaggerKarma: number
}

/**
 * Says whether a karma is reliable (`true`), unreliable (`false`) or neither (`null`). Both thresholds are inclusive.
 *
 * @example
 * reliability(-1, { reliable: 2, unreliable: -1 }) // false
 */
export function reliability(karma: number, { reliable, unreliable }: Threshold): boolean | null {
  if (karma >= reliable) return true
  return karma <= unreliable ? false : null
}

/**
 * Computes karma and reliability from the record that is stored with a user.
 *
 * @example
 * trustOf({ comment: { karma: -1 } }, thresholds).commenter // false at default thresholds: the next comment waits
 */
export function trustOf(record: TrustRecord | undefined, thresholds: TrustThresholds): Trust {
  const commenterKarma = record?.comment?.karma ?? 0
  const flaggerKarma = record?.flag?.karma ?? 0
  return {
    commenter: reliability(commenterKarma, thresholds.comment),
    commenterKarma,
    flagger: reliability(flaggerKarma, thresholds.flag),
    flaggerKarma,
  }
}
