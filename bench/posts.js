import { SIMPLE_TOKENS, tokensOf } from './lib/accounts.js'
import { graphql, median, rounded } from './lib/page.js'
import { mainThread, processorTime } from './lib/processor.js'
import { finished, startScript, startServer } from './lib/server.js'
import { FLUSH, slowFlush } from './lib/slow-flush.js'

const ROUNDS = 5
const SECONDS = 3
const WRITERS = 64
const BODY = 'A comment of some length, as people write them under an article that they have read. '.repeat(3).trim()
const POST = `mutation Post($input: CreateCommentInput!) {
  createComment(input: $input) { comment { id body created_at status user { id username } } errors { translation_key } }
}`

/** Comments posted by many writers and by a lone one, against bare inserts that are as durable. */
export async function posts(workplace) {
  return { ...(await onThisDisk(workplace)), ...(await onSlowDisk(workplace)) }
}

/** A lone writer where a flush takes as long as a disk may need for it, which this machine's disk may not. */
async function onSlowDisk({ assets, store }) {
  const name = `wait of a lone writer against a bare insert, where a flush takes ${FLUSH} ms longer`
  const under = slowFlush()
  if (!under) return { [name]: { value: 'SKIPPED', unit: 'it needs strace' } }
  const path = await store()
  const server = await startServer(path, { env: SIMPLE_TOKENS, under })
  try {
    const writers = await writersOf(server, assets, 1)
    await write(server, writers)
    const ratios = []
    for (let round = 0; round < ROUNDS; round++) {
      const bare = await bareInserts(path, { under })
      ratios.push((await write(server, writers)).median / bare.median)
    }
    return { [name]: { value: rounded(median(ratios), 1), unit: 'times as long', target: 'at most 4' } }
  } finally {
    await server.stop()
  }
}

const bareInserts = (path, options) =>
  finished('bare-inserts.js', [`${path}.bare`, String(1_000 * SECONDS), BODY.repeat(3)], options)

async function onThisDisk({ assets, store }) {
  const path = await store()
  const server = await startServer(path, { env: SIMPLE_TOKENS })
  const bareServer = await startScript('bare-inserts-server.js', [`${path}.served`, BODY.repeat(3)])
  try {
    const writers = await writersOf(server, assets, WRITERS)
    await write(server, writers)
    const rounds = []
    for (let round = 0; round < ROUNDS; round++)
      rounds.push({
        bare: await bareInserts(path),
        many: await write(server, writers),
        lone: await write(server, writers.slice(0, 1)),
        served: await ask({ port: bareServer.message.port, writers: writers.slice(0, 1) }),
      })
    const middle = (read, digits) => rounded(median(rounds.map(read)), digits)
    return {
      [`bare inserts for a post of ${WRITERS} writers`]: {
        value: middle(({ bare, many }) => bare.perSecond / many.perSecond, 1),
        unit: 'times as many',
        target: 'at most 8',
      },
      'wait of a lone writer against a bare insert': {
        value: middle(({ bare, lone }) => lone.median / bare.median, 1),
        unit: 'times as long',
        target: 'at most 4',
      },
      'wait of a lone writer against that for a bare server that inserts': {
        value: middle(({ served, lone }) => lone.median / served.median, 1),
        unit: 'times as long',
      },
      'processor time of a post': { value: middle(({ many }) => many.processor), unit: 'ms', target: '0.9' },
      'main thread of a post': { value: middle(({ many }) => many.main), unit: 'ms' },
      [`posts of ${WRITERS} writers`]: { value: middle(({ many }) => many.perSecond, 0), unit: 'posts/s' },
      'bare inserts': { value: middle(({ bare }) => bare.perSecond, 0), unit: 'inserts/s' },
      'wait of a lone writer': { value: middle(({ lone }) => lone.median), unit: 'ms', target: '3' },
      'of it for a core': { value: middle(({ lone }) => lone.waited), unit: 'ms' },
    }
  } finally {
    await bareServer.stop()
    await server.stop()
  }
}

/** Writers with an account each, who post to the largest discussion. */
export async function writersOf(server, assets, count) {
  const { asset } = await graphql(server, 'query($url: String) { asset(url: $url) { id } }', { url: assets[0].url })
  const body = JSON.stringify({ query: POST, variables: { input: { asset_id: asset.id, body: BODY } } })
  return (await tokensOf(server, assets, count)).map(token => ({ token, body }))
}

/**
 * Posts for some seconds, each writer again after a pause in milliseconds. Per post: what the server used, and how long
 * its main thread waited for a core.
 */
export async function write({ url, pid }, writers, pause) {
  const before = { processor: processorTime(pid), main: mainThread(pid) }
  const done = await ask({ port: new URL(url).port, writers, pause })
  const main = mainThread(pid)
  return {
    ...done,
    processor: (processorTime(pid) - before.processor) / done.count,
    main: (main.ran - before.main.ran) / done.count,
    waited: (main.waited - before.main.waited) / done.count,
  }
}

const ask = who =>
  finished('writers.js', [
    JSON.stringify({ ...who, path: '/api/v1/graph/ql', expected: '"errors":null', seconds: SECONDS }),
  ])
