import { setImmediate } from 'node:timers/promises'
import type { Collection } from '@platform/docstore'
import { BadUserInputError, type Comment, type Connection } from '@platform/plugin-sdk'
import { normalForm } from '@platform/trust'
import { connection, type ListRequest, readPage } from '../../paging/page.ts'

/** Comments that are read together, the most that a page of a search reads, and the most characters of their texts. */
const CHUNK = 100
const MOST_READ = 2_000
const MOST_CHARACTERS = 2_000_000
/** After so many characters others have a turn: to fold them takes some milliseconds. */
const STEP = 100_000
/** The longest text that is looked for, and the most terms in it. */
const LONGEST = 200
const MOST_TERMS = 8

/**
 * Reads a page of the comments of a list whose texts have every term of a search. No index answers that, so the list is
 * read in its order until the page is full. A page that has read enough ends before, even without any comment, and its
 * cursor is where the next one goes on.
 */
export async function searchPage(
  comments: Collection<Comment>,
  { text, ...list }: ListRequest & { readonly text: string },
): Promise<Connection<Comment>> {
  const terms = termsOf(text)
  const found: Comment[] = []
  let [cursor, characters, step] = [list.cursor, 0, 0]
  for (let read = CHUNK; ; read += CHUNK) {
    const chunk: Connection<Comment> = await readPage(comments, { ...list, cursor: cursor ?? null, limit: CHUNK })
    for (const [i, comment] of chunk.nodes.entries()) {
      characters += comment.body?.length ?? 0
      if (characters > step + STEP) {
        step = characters
        await setImmediate()
      }
      if (!hasTerms(comment, terms)) continue
      found.push(comment)
      const isLast = i === chunk.nodes.length - 1 && !chunk.hasNextPage
      if (found.length === list.limit) return { ...connection(found, list.limit, list.keys), hasNextPage: !isLast }
    }
    const { hasNextPage, endCursor } = chunk
    if (!hasNextPage || read >= MOST_READ || characters >= MOST_CHARACTERS)
      return { ...connection(found, list.limit, list.keys), hasNextPage, endCursor }
    cursor = endCursor
  }
}

/** The terms of a search: its words, and what stands between quotation marks as a whole. */
function termsOf(text: string): readonly string[] {
  if (text.length > LONGEST) throw new BadUserInputError(`text: write at most ${LONGEST} characters`)
  const terms = [...text.matchAll(/"([^"]*)"|[^\s"]+/g)].map(([word, quoted]) => folded(quoted ?? word).trim())
  return [...new Set(terms)].filter(Boolean).slice(0, MOST_TERMS)
}

function hasTerms({ body }: Comment, terms: readonly string[]): boolean {
  if (body === null) return false
  const text = folded(body)
  return terms.every(term => text.includes(term))
}

/** A text without capitals, accents and line breaks. */
const folded = (text: string) => normalForm(text, 'NFKD').toLowerCase().replace(/\p{M}/gu, '').replace(/\s+/g, ' ')
