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
const CONNECTIONS = 8
const WRITERS = 8
/**
 * So much each server is asked a second: together not more than there is time for, because each request takes more
 * where all processors are busy, and not much less, because a server that has time collects its garbage.
 */
const PER_SECOND = { anonymous: 2_000, signedIn: 60, posts: 60 }
/** Comments of the discussion that is read, and of those in which one writer each posts. */
const SIZES = [1_000, ...Array.from({ length: 2 * WRITERS }, () => 50)]

/**
 * What a request takes of the processor where two servers share their stores, against two servers of which each has
 * stores of its own: both pairs are asked the same at the same time of two, so that two busy processors count alike.
 */
export async function servers({ threadsOf, importTo }) {
  const mongo = await startMongo()
  if (mongo.missing) throw new Error(mongo.missing)
  const sites = []
  try {
    const threads = await threadsOf(SIZES)
    for (const count of [1, 1, 2]) sites.push(await openSite({ mongo, threads, importTo }, count))
    const apart = sites.slice(0, 2)
    const shared = sites.slice(2)
    const kinds = ['anonymous', 'signedIn', 'posts']
    for (const kind of kinds) for (const pair of [apart, shared]) await costOf(pair, kind)
    const rounds = []
    for (let round = 0; round < ROUNDS; round++) {
      const found = {}
      for (const kind of kinds) {
        const order = round % 2 ? [shared, apart] : [apart, shared]
        const costs = new Map()
        for (const pair of order) costs.set(pair, await costOf(pair, kind))
        found[kind] = { apart: costs.get(apart), ratio: costs.get(shared) / costs.get(apart) }
      }
      rounds.push(found)
    }
    const middle = (kind, of) => rounded(median(rounds.map(found => found[kind][of])), 3)
    const names = {
      anonymous: 'a page for anonymous readers while one comment a second is posted',
      signedIn: 'an executed page',
      posts: `a post, each server with ${WRITERS} writers`,
    }
    return Object.fromEntries(
      kinds.map(kind => [
        `two servers with the same stores against two with their own, ${names[kind]}`,
        {
          value: middle(kind, 'ratio'),
          unit: `times the processor time, ${middle(kind, 'apart')} ms with their own`,
          target: 'at most 1.05',
        },
      ]),
    )
  } finally {
    for (const site of sites) await site.close()
    await mongo.stop()
  }
}

/** The processor time of a request, in milliseconds, where two servers are asked at the same time. */
async function costOf(sites, kind) {
  const found = (await Promise.all(sites.map(site => site[kind]()))).flat()
  const sum = of => found.reduce((total, each) => total + each[of], 0)
  return sum('used') / sum('asked')
}

/** So many servers on a database and a Redis that are theirs, and what they use while each is asked the same. */
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
    const tokens = await tokensOf(first, [read], written.length)
    const [token] = tokens
    const writers = []
    for (const asset of written)
      writers.push({ ...(await writersOf(first, [asset], 1))[0], token: tokens[writers.length] })
    const thread = pageOf(read.url)
    // The replies of each comment would keep the database so busy that the servers wait for it.
    const page = wholePageOf(read.url)
    const askEach = ask =>
      Promise.all(
        running.map(async (server, i) => {
          const before = processorTime(server.pid)
          const asked = await ask(server, i)
          return { used: processorTime(server.pid) - before, asked }
        }),
      )
    const pages =
      (body, options) =>
      async ({ url }) =>
        SECONDS *
        (await rate(`${url}/api/v1/graph/ql`, body, { seconds: SECONDS, connections: CONNECTIONS, ...options }))
    return {
      anonymous: () =>
        whileWriting(first, { url: read.url, token }, () =>
          askEach(pages(thread, { overallRate: PER_SECOND.anonymous })),
        ),
      signedIn: () => askEach(pages(page, { token, overallRate: PER_SECOND.signedIn })),
      posts: () =>
        askEach(async (server, i) => {
          const own = writers.slice(i * WRITERS, (i + 1) * WRITERS)
          return (await write(server, own, (1_000 * WRITERS) / PER_SECOND.posts)).count
        }),
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}
