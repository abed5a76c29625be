import { createWordFilterInPieces, type Located, type WordFilter } from '@platform/trust'
import { ownTurn } from '../../request/own-turn.ts'
import type { Settings } from './model.ts'

const filters = new WeakMap<readonly string[], Promise<WordFilter>>()

/**
 * The filter of a word list: built when the list is first used, and freed when the settings have another list. To build
 * the filter of a long list takes a tenth of a second, so others are answered meanwhile.
 */
export function wordFilterOf(phrases: readonly string[]): Promise<WordFilter> {
  const known = filters.get(phrases)
  if (known) return known
  const filter = createWordFilterInPieces(phrases, () => ownTurn(null))
  filters.set(phrases, filter)
  return filter
}

/** Settings as they are read, with the arrays of earlier ones where no word changed: their filters are kept. */
export async function withKeptLists(
  read: Promise<Readonly<Settings>>,
  earlier: Promise<Readonly<Settings>> | undefined,
): Promise<Readonly<Settings>> {
  const settings = await read
  const before = await earlier?.catch(() => undefined)
  if (!before) return settings
  const kept = (list: keyof Settings['wordlist']) => {
    const [now, then] = [settings.wordlist[list], before.wordlist[list]]
    return now.length === then.length && now.every((phrase, i) => phrase === then[i]) ? then : now
  }
  const wordlist = Object.freeze({ banned: kept('banned'), suspect: kept('suspect') })
  return Object.freeze({ ...settings, wordlist })
}

/** A listed phrase at one place of a text. */
export interface ListedWord extends Located {
  readonly list: 'BANNED' | 'SUSPECT'
}

/** Where phrases of the word lists stand in a text, those of the banned ones first. */
export async function listedWords(body: string, { banned, suspect }: Settings['wordlist']): Promise<ListedWord[]> {
  const found = async (list: ListedWord['list'], phrases: readonly string[]) =>
    (await wordFilterOf(phrases)).locate(body).map(word => ({ ...word, list }))
  return [...(await found('BANNED', banned)), ...(await found('SUSPECT', suspect))]
}
