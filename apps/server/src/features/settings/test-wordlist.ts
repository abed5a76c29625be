import { z } from 'zod'
import type { ServerContext } from '../../contract/context.ts'
import { parseInput } from '../../input/invalid-input.ts'
import { wellFormed } from '../../input/well-formed.ts'
import { wordlistInput } from './model.ts'
import { listedWords } from './word-filters.ts'

/** The most bytes of a text to try: as many as a comment has at most. */
const MOST_BYTES = 64 * 1024

const input = z.strictObject({
  body: z
    .string()
    .refine(body => Buffer.byteLength(body) <= MOST_BYTES, `has more than ${MOST_BYTES} bytes`)
    .transform(wellFormed),
  wordlist: wordlistInput,
})

/** What the saved word lists do with a text, or those that a moderator tries before they are saved. */
export async function testWordlist(_root: unknown, args: object, { services }: ServerContext) {
  const { body, wordlist } = parseInput(input, args)
  const saved = (await services.settings.load()).wordlist
  const words = await listedWords(body, {
    banned: wordlist?.banned === undefined ? saved.banned : (wordlist.banned ?? []),
    suspect: wordlist?.suspect === undefined ? saved.suspect : (wordlist.suspect ?? []),
  })
  return { list: words[0]?.list ?? null, words }
}
