/** Entries that a history keeps: the latest. */
const LONGEST_HISTORY = 100

/** Appends to a history, and lets go of what is too long ago; for `$push`. */
export function appended<T>(entry: T): { $each: readonly T[]; $slice: number } {
  return { $each: [entry], $slice: -LONGEST_HISTORY }
}
