import { type Automaton, automatonOf, PIECE } from './automaton.ts'
import { hasGaps, type Phrase, readPhrase } from './phrase.ts'
import { type SourceOffsets, sourceOffsets } from './source-offsets.ts'
import { endsOf, tokenise } from './tokens.ts'

/**
 * Finds listed phrases in texts.
 *
 * @example
 * const banned: WordFilter = createWordFilter(['bad word'])
 * banned.test('a bad word') // true
 */
export interface WordFilter {
  /** Says whether the text has any of the phrases. */
  test(text: string): boolean
  /**
   * Returns the phrases that the text has, as they were listed, each once, in the order of their ends. It returns at
   * most `most` of them, by default 10.
   */
  find(text: string, most?: number): string[]
  /**
   * Returns the places at which the phrases stand in the text, at most `most` of them, by default 20, in the order of
   * their ends.
   */
  locate(text: string, most?: number): Located[]
}

/**
 * A phrase at one place of a text.
 *
 * @example
 * const mark = (text: string, { start, end }: Located) => text.slice(start, end)
 */
export interface Located {
  /** The phrase as it was listed. */
  readonly phrase: string
  /** Where it begins and ends in the text as it was given, in UTF-16 code units, as `slice` takes them. */
  readonly start: number
  readonly end: number
}

/**
 * Builds a filter. A phrase is literal and made of whole words: `bad word` is found in `Bad   WORD!`, in
 * `bad...word` and in full width, but not in `badly worded`. Between words of a phrase a text may have any white space
 * and any of `"?!.`. Phrases without a word or symbol are ignored, see {@link phraseProblem}.
 *
 * Building takes time by the sum of the phrases' lengths, so build one filter for each list, and a long one by
 * {@link createWordFilterInPieces}. The time of a search depends on the length of the text, not on the number of
 * phrases.
 *
 * @example
 * createWordFilter(['bad word']).find('A BAD\u200b word, again') // ['bad word']
 */
export function createWordFilter(phrases: Iterable<string>): WordFilter {
  const pieces = filterOf(phrases)
  for (;;) {
    const { done, value } = pieces.next()
    if (done) return value
  }
}

/**
 * Builds a filter as {@link createWordFilter} does, in pieces of a few milliseconds, so that a server can do other work
 * between them.
 *
 * @param pause - is awaited between two pieces
 * @example
 * import { setImmediate } from 'node:timers/promises'
 * const filter = await createWordFilterInPieces(twentyThousandPhrases, () => setImmediate())
 */
export async function createWordFilterInPieces(
  phrases: Iterable<string>,
  pause: () => Promise<unknown>,
): Promise<WordFilter> {
  const pieces = filterOf(phrases)
  for (;;) {
    const { done, value } = pieces.next()
    if (done) return value
    await pause()
  }
}

function* filterOf(phrases: Iterable<string>): Generator<void, WordFilter> {
  const read: Phrase[] = []
  for (const listed of new Set(phrases)) {
    const phrase = readPhrase(listed)
    if (phrase.symbols.length > 0) read.push(phrase)
    if (read.length % PIECE === PIECE - 1) yield
  }
  const automaton = yield* automatonOf(read.map((phrase): [readonly string[], Phrase] => [phrase.symbols, phrase]))
  return searchBy(automaton, read.length === 0)
}

function searchBy(automaton: Automaton<Phrase>, isEmpty: boolean): WordFilter {
  const find = (text: string, most = 10): string[] => {
    if (isEmpty || most < 1) return []
    const found = new Set<string>()
    const tokens = tokenise(text)
    automaton.search(tokens, (phrase, end) => {
      if (!found.has(phrase.listed) && hasGaps(phrase, tokens, end)) found.add(phrase.listed)
      return found.size >= most
    })
    return [...found]
  }
  const locate = (text: string, most = 20): Located[] => {
    if (isEmpty || most < 1) return []
    const found: Located[] = []
    const tokens = tokenise(text)
    const ends = endsOf(tokens)
    let offsets: SourceOffsets | undefined
    automaton.search(tokens, (phrase, last) => {
      if (!hasGaps(phrase, tokens, last)) return false
      offsets ??= sourceOffsets(text)
      const before = last - phrase.symbols.length
      const [start, end] = [offsets.startOf(ends[before] ?? 0), offsets.endOf(ends[last] ?? 0)]
      found.push({ phrase: phrase.listed, start, end })
      return found.length >= most
    })
    return found
  }
  return { find, locate, test: text => find(text, 1).length > 0 }
}

/**
 * Returns the problem of a phrase of a list as a sentence; `null` for a valid phrase.
 *
 * @example
 * phraseProblem(' \u200b ') // 'a phrase needs at least one letter, digit or symbol'
 */
export function phraseProblem(phrase: string): string | null {
  if (!phrase.isWellFormed()) return 'a phrase contains half a character, a lone surrogate; write it again'
  // Most phrases of long lists have one, and need not be read to know it.
  if (/[a-z\d]/i.test(phrase)) return null
  if (readPhrase(phrase).symbols.length > 0) return null
  return 'a phrase needs at least one letter, digit or symbol; white space and "?!. only separate words'
}
