import type { AdminComment } from '../app/comments.ts'

/** Where words of the lists stand in a text, as the server found them. */
export type FoundWords = NonNullable<AdminComment['moderation']>['words']

/** A piece of a text: one that a word list has, or one between such. */
export interface WordMark {
  readonly text: string
  readonly list: 'BANNED' | 'SUSPECT' | null
}

/**
 * Splits a part of a text at the words that were found in the text.
 *
 * @param start - where the part begins in the text.
 * @example
 * markWords('You fool!', 0, [{ list: 'SUSPECT', start: 4, end: 8 }]) // 'You ', 'fool' of the suspect words, '!'
 */
export function markWords(part: string, start: number, words: FoundWords): readonly WordMark[] {
  const pieces: WordMark[] = []
  let end = 0
  const inPart = words
    .map(word => ({
      list: word.list,
      from: Math.max(0, word.start - start),
      to: Math.min(part.length, word.end - start),
    }))
    .sort((a, b) => a.from - b.from)
  for (const { list, from, to } of inPart) {
    if (from < end || to <= from) continue
    if (from > end) pieces.push({ text: part.slice(end, from), list: null })
    pieces.push({ text: part.slice(from, to), list })
    end = to
  }
  if (end < part.length) pieces.push({ text: part.slice(end), list: null })
  return pieces
}
