import { readFile } from 'node:fs/promises'

const SIZE = 100
const WORDS =
  'the canal was full of water again last week and nobody has asked the council why the lock is closed on Sundays'.split(
    ' ',
  )

/**
 * A hundred different texts of comments: from the file of threads that BENCH_THREADS names, as for the benchmarks,
 * evenly spread over it; or made up, without that variable.
 */
export async function hundredTexts(): Promise<readonly string[]> {
  const file = process.env['BENCH_THREADS']
  if (file === undefined) return Array.from({ length: SIZE }, (_, at) => madeUp(at))
  const lines = (await readFile(file, 'utf8')).trim().split('\n')
  const texts = new Map<string, string>()
  for (let at = 0; texts.size < SIZE && at < lines.length; at++) {
    // Steps that share no factor with the number of lines meet each line once.
    const { body } = JSON.parse(lines[(at * 377) % lines.length]!) as { readonly body: string }
    const letters = lettersOf(body)
    if (letters.length >= LEAST && body.length <= MOST) texts.set(letters, body)
  }
  return [...texts.values()]
}

/** A site takes no comment without words, and few people write longer ones. */
const [LEAST, MOST] = [3, 2_000]

/** From four words to some dozens, most of them short, each beginning with another number. */
const madeUp = (at: number) =>
  `${at + 1}: ${Array.from({ length: 4 + ((at * at * 7) % 61) }, (_, word) => WORDS[(at + word * 3) % WORDS.length]).join(' ')}`

/** A text without its spaces and marks, which are not the same everywhere that it is shown. */
export const lettersOf = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, '')
