import { setTimeout as sleep } from 'node:timers/promises'
import { SIMPLE_TOKENS, tokensOf } from './lib/accounts.js'
import { startReaders } from './lib/live-readers.js'
import { graphql, pageOf, rate, rounded } from './lib/page.js'
import { resident } from './lib/processor.js'
import { startServer } from './lib/server.js'
import { write, writersOf } from './posts.js'

const MINUTE = 60_000
const WRITERS = 64
const READERS = 1_000
/** How long each load lasts. Seconds. */
const SECONDS = 10

/**
 * The resident memory of a server with the default list of plugins, stream and admin panel built: a minute after its
 * start, and a minute after each load of the other benchmarks, one after the other on the same server.
 */
export async function memory({ assets, store }) {
  const server = await startServer(await store(), { env: SIMPLE_TOKENS })
  try {
    await sleep(MINUTE)
    const fresh = resident(server.pid)
    const figures = {
      'a minute after the start': { value: rounded(fresh.all, 0), unit: 'MB', target: 'at most 120' },
      'of it files of Node and its libraries': { value: rounded(fresh.files, 0), unit: 'MB' },
    }
    for (const [name, load] of Object.entries(await loadsOf(server, assets))) {
      await load()
      const peak = resident(server.pid).all
      await sleep(MINUTE)
      figures[`a minute after ${name}`] = {
        value: rounded(resident(server.pid).all, 0),
        unit: `MB, ${rounded(peak, 0)} at its end`,
        target: 'at most 300',
      }
    }
    return figures
  } finally {
    await server.stop()
  }
}

async function loadsOf(server, assets) {
  const { url } = assets[0]
  const { asset } = await graphql(server, 'query($url: String) { asset(url: $url) { id } }', { url })
  const [token, ...tokens] = await tokensOf(server, assets, READERS / 10 + 1)
  const page = [`${server.url}/api/v1/graph/ql`, pageOf(url)]
  const frame = [`${server.url}/embed/stream?asset_id=${asset.id}`, undefined]
  return {
    'pages for anonymous readers': () => rate(...page, { seconds: SECONDS }),
    'pages for a signed-in reader': () => rate(...page, { seconds: SECONDS, token }),
    'frames for anonymous readers': () => rate(...frame, { seconds: SECONDS }),
    'frames for a signed-in reader': () => rate(...frame, { seconds: SECONDS, connections: 4, token }),
    [`posts of ${WRITERS} writers`]: async () => {
      const writers = await writersOf(server, assets, WRITERS)
      for (let i = 0; i < 3; i++) await write(server, writers)
    },
    [`posts read by ${READERS.toLocaleString('en')} sockets`]: async () => {
      const anonymous = Array.from({ length: READERS - tokens.length }, () => null)
      const readers = await startReaders(server.url, { asset: asset.id, readers: [...anonymous, ...tokens] })
      await write(server, await writersOf(server, assets, 4))
      await readers.stop()
    },
  }
}
