import { once } from 'node:events'
import { createReadStream, createWriteStream } from 'node:fs'
import { createInterface } from 'node:readline'

/** How many comments, and how many roots and replies each discussion has, largest first. */
export async function describeThreads(path) {
  const byUrl = new Map()
  let comments = 0
  for await (const line of createInterface({ input: createReadStream(path) })) {
    const { asset, parent_id: parent } = JSON.parse(line)
    const known = byUrl.get(asset.url) ?? { url: asset.url, comments: 0, roots: 0 }
    byUrl.set(asset.url, { ...known, comments: known.comments + 1, roots: known.roots + (parent ? 0 : 1) })
    comments += 1
  }
  return { comments, assets: [...byUrl.values()].sort((a, b) => b.comments - a.comments) }
}

/** The same threads several times over, with ids, addresses and names of their own each time. */
export async function writeCopies(from, to, times) {
  const out = createWriteStream(to)
  for (let copy = 0; copy < times; copy++) {
    const own = text => (text === null ? null : `${text}-${copy}`)
    for await (const text of createInterface({ input: createReadStream(from) })) {
      const { id, parent_id: parent, asset, author, ...line } = JSON.parse(text)
      const url = new URL(asset.url)
      url.searchParams.set('copy', copy)
      const copied = {
        ...line,
        id: own(id),
        parent_id: own(parent ?? null),
        asset: { ...asset, url: url.href },
        author: { id: own(author.id), username: own(author.username) },
      }
      if (!out.write(`${JSON.stringify(copied)}\n`)) await once(out, 'drain')
    }
  }
  out.end()
  await once(out, 'finish')
  return to
}

/** Threads like those people write: a few large discussions, many small ones, two of three comments replies. */
export async function writeSyntheticThreads(path) {
  const random = generator(7)
  const sizes = Array.from(
    { length: 2_000 },
    (_, asset) => () => (asset === 0 ? 1_300 : Math.ceil(1 + 600 * random() ** 12 + 20 * random() ** 2)),
  )
  return writeDiscussions(path, sizes, random)
}

/** Discussions of so many comments each. Their first pages differ in nothing but the ids. */
export async function writeDiscussionsOf(path, sizes) {
  return writeDiscussions(
    path,
    sizes.map(size => () => size),
    generator(7),
    FIRST_PAGE,
  )
}

/** Comments of a page that is full: 20, of which each has three replies. */
const FIRST_PAGE = 20 * 4

/** Writes discussions of which the first `alike` comments are the same in each, and all others are at random. */
async function writeDiscussions(path, sizes, random, alike = 0) {
  const out = createWriteStream(path)
  const begin = Date.UTC(2020, 0, 1)
  for (const [asset, sizeOf] of sizes.entries()) {
    const size = sizeOf()
    for (let i = 0; i < size; i++) {
      const { author, answered, words } = i < alike ? commentAt(i) : randomComment(i, random)
      const line = {
        id: `c${asset}-${i}`,
        parent_id: answered === null ? null : `c${asset}-${answered}`,
        body: 'word '.repeat(words).trim(),
        asset: { url: `https://threads.example/${asset}`, title: `Discussion ${asset}` },
        author: { id: `a${author}`, username: `author_${author}` },
        created_at: new Date(begin + asset * 3_600_000 + i * 30_000).toISOString(),
      }
      if (!out.write(`${JSON.stringify(line)}\n`)) await once(out, 'drain')
    }
  }
  out.end()
  await once(out, 'finish')
  return path
}

/** The comment at a place of a discussion whose comments have three replies each. */
function commentAt(i) {
  return { author: i, answered: i % 4 === 0 ? null : i - (i % 4), words: 4 + ((i * 7) % 60) }
}

function randomComment(i, random) {
  return {
    author: Math.floor(7_000 * random() ** 2),
    answered: i > 0 && random() < 0.66 ? Math.floor(i * random()) : null,
    words: 4 + Math.floor(120 * random() ** 3),
  }
}

/** The same numbers on every run. */
function generator(seed) {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32
    return state / 2 ** 32
  }
}
