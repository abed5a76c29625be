import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Asset } from '@platform/plugin-sdk'
import type { TestPlatform } from '@platform/plugin-testing'

interface Wanted {
  readonly roots: number
  /** Replies to each comment at the top level. */
  readonly replies?: number
  readonly textOf: (number: number) => string
}

/** Waits for another time than that of what was just written: what is new since a comment is newer by its time. */
async function nextMillisecond(): Promise<void> {
  const now = Date.now()
  while (Date.now() === now) await nextTurn()
}

/** A discussion in which four people write in turn. */
export async function writeThread(platform: TestPlatform, { roots, replies = 0, textOf }: Wanted): Promise<Asset> {
  const asset = await platform.createAsset()
  const authors = await Promise.all(['ines', 'karl', 'mo', 'lin'].map(username => platform.createUser({ username })))
  for (let number = 0; number < roots; number++) {
    const author = authors[number % authors.length]!
    const root = await platform.createComment({ asset, author, body: textOf(number) })
    await nextMillisecond()
    for (let reply = 0; reply < replies; reply++)
      await platform.createComment({ asset, author, parent: root, body: `Answer ${reply}: ${textOf(number)}` })
  }
  return asset
}
