import { startMongo } from '../packages/docstore/test/mongo.ts'
import { startRedis } from '../packages/kvstore/test/redis-server.ts'
import { SIMPLE_TOKENS, tokensOf } from './lib/accounts.js'
import { median, pageOf, rate, rounded } from './lib/page.js'
import { processorTime } from './lib/processor.js'
import { startServer } from './lib/server.js'
import { whileWriting } from './lib/writing.js'
import { write, writersOf } from './posts.js'
import { wholePageOf } from './signed-in.js'

const ROUNDS = 5
const SECONDS = 3
const CONNECTIONS = 16
const WRITERS = 16
/**
 * So much is asked a second, of one server or of two together: no more than one has time for, because each request
 * takes more where all processors are busy, and not much less, because a server that has time collects its garbage.
 */
const PER_SECOND = { anonymous: 4_000, signedIn: 120, posts: 120 }
/** Comments of the discussion that is read, and of those in which one writer each posts. */
const SIZES = [1_000, ...Array.from({ length: WRITERS }, () => 50)]

/**
 * What a request takes of the processor where two servers share their stores, against one server on its own: one that
 * is as busy as each of the two, and one that is asked as much as both.
 */
export async function servers({ threadsOf, importTo }) {
  const mongo = await startMongo()
  if (mongo.missing) throw new Error(mongo.missing)
  const sites = []
  try {
    const threads = await threadsOf(SIZES)
    for (const count of [1, 2]) sites.push(await openSite({ mongo, threads, importTo }, count))
    const kinds = ['anonymous', 'signedIn', 'posts']
    for (const site of sites) for (const kind of kinds) await site[kind](1)
    const rounds = []
    for (let round = 0; round < ROUNDS; round++) {
      const found = {}
      for (const kind of kinds) {
        const [half, one, two] = [await sites[0][kind](1 / 2), await sites[0][kind](1), await sites[1][kind](1)]
        found[kind] = { one, scaled: two / half, shared: two / one }
      }
      rounds.push(found)
    }
    const middle = (kind, of) => rounded(median(rounds.map(found => found[kind][of])), 3)
    const names = {
      anonymous: 'a page for anonymous readers while one comment a second is posted',
      signedIn: 'an executed page',
      posts: `a post of ${WRITERS} writers`,
    }
    const figures = (title, of, target) =>
      kinds.map(kind => [
        `${title}, ${names[kind]}`,
        { value: middle(kind, of), unit: `times the processor time, ${middle(kind, 'one')} ms with one`, ...target },
      ])
    return Object.fromEntries([
      ...figures('two servers, each as busy as the one', 'scaled', { target: 'at most 1.05' }),
      ...figures('two servers that share what one was asked', 'shared', {}),
    ])
  } finally {
    for (const site of sites) await site.close()
    await mongo.stop()
  }
}

/** So many servers on a database and a Redis that are theirs, and what a request of each kind takes of them. */
async function openSite({ mongo, threads, importTo }, count) {
  const redis = await startRedis()
  const stores = { PLATFORM_DOCSTORE_URL: mongo.url(), PLATFORM_KVSTORE_URL: redis.url }
  await importTo(stores, threads)
  const running = []
  const close = async () => {
    for (const server of running) await server.stop()
    await redis.stop()
  }
  try {
    for (let i = 0; i < count; i++) running.push(await startServer('', { env: { ...SIMPLE_TOKENS, ...stores } }))
    const [first] = running
    const [read, ...written] = SIZES.map((_, i) => ({ url: `https://threads.example/${i}` }))
    const tokens = await tokensOf(first, [read], WRITERS)
    const [token] = tokens
    const writers = []
    for (const asset of written)
      writers.push({ ...(await writersOf(first, [asset], 1))[0], token: tokens[writers.length] })
    const thread = pageOf(read.url)
    // The replies of each comment would keep the database so busy that the servers wait for it.
    const page = wholePageOf(read.url)
    const share = WRITERS / count
    const ofAll = () => running.reduce((sum, { pid }) => sum + processorTime(pid), 0)
    const cost = async ask => {
      const before = ofAll()
      const asked = await Promise.all(running.map(ask))
      return (ofAll() - before) / asked.reduce((sum, each) => sum + each, 0)
    }
    const pages =
      (body, options) =>
      async ({ url }) =>
        SECONDS *
        (await rate(`${url}/api/v1/graph/ql`, body, { seconds: SECONDS, connections: CONNECTIONS / count, ...options }))
    return {
      // Each is asked a part of what one server has time for.
      anonymous: part =>
        whileWriting(first, { url: read.url, token }, () =>
          cost(pages(thread, { overallRate: (part * PER_SECOND.anonymous) / count })),
        ),
      signedIn: part => cost(pages(page, { token, overallRate: (part * PER_SECOND.signedIn) / count })),
      posts: part =>
        cost(async (server, i) => {
          const own = writers.slice(i * share, (i + part) * share)
          return (await write(server, own, (1_000 * WRITERS) / PER_SECOND.posts)).count
        }),
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}
