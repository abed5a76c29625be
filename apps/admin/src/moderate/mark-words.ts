/** A piece of a text: one that a word list has, or one between such. */
export interface WordMark {
  readonly text: string
  readonly list: 'banned' | 'suspect' | null
}

interface Lists {
  readonly banned: readonly string[]
  readonly suspect: readonly string[]
}

/**
 * Splits a text at the phrases of the word lists. They are found in any case, as whole words, and with spaces or marks
 * between their words. The server decides by its own filter, which sees through more disguises.
 *
 * @example
 * markWords('You fool!', { banned: [], suspect: ['fool'] }) // 'You ', 'fool' of the suspect words, '!'
 */
export function markWords(text: string, { banned, suspect }: Lists): readonly WordMark[] {
  const [inBanned, inAny] = [patternOf(banned), patternOf([...banned, ...suspect])]
  if (!inAny) return [{ text, list: null }]
  const pieces: WordMark[] = []
  let end = 0
  for (const { 0: found, index } of text.matchAll(inAny)) {
    if (index > end) pieces.push({ text: text.slice(end, index), list: null })
    pieces.push({ text: found, list: inBanned && found.search(inBanned) === 0 ? 'banned' : 'suspect' })
    end = index + found.length
  }
  if (end < text.length) pieces.push({ text: text.slice(end), list: null })
  return pieces
}

const patterns = new Map<string, RegExp | null>()

function patternOf(phrases: readonly string[]): RegExp | null {
  const key = phrases.join('\n')
  const known = patterns.get(key)
  if (known !== undefined) return known
  const alternatives = phrases
    .map(phrase => phrase.split(/\s+/).filter(Boolean))
    .filter(words => words.length > 0)
    .sort((a, b) => b.join(' ').length - a.join(' ').length)
    .map(words => words.map(word => word.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')).join('[\\s"?!.,]+'))
  const pattern =
    alternatives.length === 0
      ? null
      : new RegExp(`(?<![\\p{L}\\p{N}_])(?:${alternatives.join('|')})(?![\\p{L}\\p{N}_])`, 'giu')
  patterns.set(key, pattern)
  return pattern
}
