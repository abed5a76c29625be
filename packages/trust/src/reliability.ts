import type { Threshold, TrustThresholds } from './thresholds.ts'

/** The stored karma of a user; a missing number counts as 0. */
export interface TrustRecord {
  readonly comment?: { readonly karma?: number } | undefined
  readonly flag?: { readonly karma?: number } | undefined
}

/** The reliability of a user: `true` reliable, `false` unreliable, `null` neither. */
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
 * Reads the record kept with a user.
 *
 * @example
 * trustOf({ comment: { karma: -1 } }, thresholds).commenter // false at default thresholds: the next comment is held
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
