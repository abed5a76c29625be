import { createWordFilter, type Located, type WordFilter } from '@platform/trust'
import type { Settings } from './model.ts'

const filters = new WeakMap<readonly string[], WordFilter>()

/** The filter of a word list: built when the list is first used, and freed when the settings have another list. */
export function wordFilterOf(phrases: readonly string[]): WordFilter {
  const known = filters.get(phrases)
  if (known) return known
  const filter = createWordFilter(phrases)
  filters.set(phrases, filter)
  return filter
}

/** A listed phrase at one place of a text. */
export interface ListedWord extends Located {
  readonly list: 'BANNED' | 'SUSPECT'
}

/** Where phrases of the word lists stand in a text, those of the banned ones first. */
export function listedWords(body: string, { banned, suspect }: Settings['wordlist']): ListedWord[] {
  const found = (list: ListedWord['list'], phrases: readonly string[]) =>
    wordFilterOf(phrases)
      .locate(body)
      .map(word => ({ ...word, list }))
  return [...found('BANNED', banned), ...found('SUSPECT', suspect)]
}
