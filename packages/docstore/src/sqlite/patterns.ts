/** What repeats something in a pattern. */
const REPETITION = /[*+?{]/
/** Where filters and pipelines have patterns as texts. */
const PATTERNS = new Set(['$regex', 'regex'])

/**
 * Whether a read looks for a pattern that repeats something. To match one can take very long with a single text: each
 * repetition is tried in every length, beside each length of the others.
 */
export function hasRepetition(value: unknown): boolean {
  if (value instanceof RegExp) return REPETITION.test(value.source)
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).some(([key, one]) =>
    typeof one === 'string' ? PATTERNS.has(key) && REPETITION.test(one) : hasRepetition(one),
  )
}

/** Whether a filter has expressions, for which a library is loaded. */
export function usesLibrary(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).some(([key, one]) => key === '$expr' || usesLibrary(one))
}
