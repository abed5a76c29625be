import { createWordFilter, type WordFilter } from '@platform/trust'

const filters = new WeakMap<readonly string[], WordFilter>()

/** The filter of a list of the settings: built when the list is first used, gone when the settings have another. */
export function wordFilterOf(phrases: readonly string[]): WordFilter {
  let filter = filters.get(phrases)
  if (!filter) filters.set(phrases, (filter = createWordFilter(phrases)))
  return filter
}
