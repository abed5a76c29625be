/** How many entries a history has at most; the oldest are dropped. */
const LONGEST_HISTORY = 100

/** The operand of `$push` that appends an entry to a history, and drops the oldest entries beyond the limit. */
export function appended<T>(entry: T): { $each: readonly T[]; $slice: number } {
  return { $each: [entry], $slice: -LONGEST_HISTORY }
}
