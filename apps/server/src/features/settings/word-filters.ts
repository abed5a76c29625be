import { createWordFilter, type WordFilter } from '@platform/trust'

const filters = new WeakMap<readonly string[], WordFilter>()

/** The filter of a word list: built when the list is first used, and freed when the settings have another list. */
export function wordFilterOf(phrases: readonly string[]): WordFilter {
  const known = filters.get(phrases)
  if (known) return known
  const filter = createWordFilter(phrases)
  filters.set(phrases, filter)
  return filter
}
