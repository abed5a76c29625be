import { createHmac, randomUUID } from 'node:crypto'
import { graphql, median, rounded } from './lib/page.js'
import { mainThread, processorTime } from './lib/processor.js'
import { startScript, startServer } from './lib/server.js'
import { SECRET } from './lib/workplace.js'

const ROUNDS = 5
const SECONDS = 3
const WRITERS = 64
/** The tokens of the writers are signed here, in the simplest form that the server takes. */
const SIMPLE = { PLATFORM_JWT_DISABLE_ISSUER: 'TRUE', PLATFORM_JWT_DISABLE_AUDIENCE: 'TRUE' }
const BODY = 'A comment of some length, as people write them under an article that they have read. '.repeat(3).trim()
const POST = `mutation Post($input: CreateCommentInput!) {
  createComment(input: $input) { comment { id body created_at status user { id username } } errors { translation_key } }
}`

/** Comments posted by many writers and by a lone one, against bare inserts that are as durable. */
export async function posts({ assets, store }) {
  const path = await store()
  const server = await startServer(path, { env: SIMPLE })
  try {
    const writers = await writersOf(server, assets[0].url)
    const bare = async () => finished('bare-inserts.js', [`${path}.bare`, String(1_000 * SECONDS), BODY.repeat(3)])
    await write(server, writers)
    const rounds = []
    for (let round = 0; round < ROUNDS; round++)
      rounds.push({
        bare: await bare(),
        many: await write(server, writers),
        lone: await write(server, writers.slice(0, 1)),
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
      'processor time of a post': { value: middle(({ many }) => many.processor), unit: 'ms', target: '0.9' },
      'main thread of a post': { value: middle(({ many }) => many.main), unit: 'ms' },
      [`posts of ${WRITERS} writers`]: { value: middle(({ many }) => many.perSecond, 0), unit: 'posts/s' },
      'bare inserts': { value: middle(({ bare }) => bare.perSecond, 0), unit: 'inserts/s' },
      'wait of a lone writer': { value: middle(({ lone }) => lone.median), unit: 'ms', target: '3' },
      'of it for a core': { value: middle(({ lone }) => lone.waited), unit: 'ms' },
    }
  } finally {
    await server.stop()
  }
}

/** Writers with an account each, who post to one discussion. */
async function writersOf(server, url) {
  const { asset } = await graphql(
    server,
    `query($url: String) { asset(url: $url) { id comments(query: { limit: 100 }) {
      nodes { user { id } replies(query: { limit: 10 }) { nodes { user { id } } } }
    } } }`,
    { url },
  )
  const authors = asset.comments.nodes.flatMap(({ user, replies }) => [user, ...replies.nodes.map(node => node.user)])
  const ids = [...new Set(authors.filter(Boolean).map(({ id }) => id))].slice(0, WRITERS)
  if (ids.length < WRITERS) throw new Error(`the largest discussion shows ${ids.length} authors, not ${WRITERS}`)
  const body = JSON.stringify({ query: POST, variables: { input: { asset_id: asset.id, body: BODY } } })
  return ids.map(id => ({ token: tokenOf(id), body }))
}

function tokenOf(userId) {
  const now = Math.floor(Date.now() / 1_000)
  const part = value => Buffer.from(JSON.stringify(value)).toString('base64url')
  const text = `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ sub: userId, jti: randomUUID(), iat: now, exp: now + 3_600 })}`
  return `${text}.${createHmac('sha256', SECRET).update(text).digest('base64url')}`
}

/** Posts for some seconds. Per post: what the server used, and how long its main thread waited for a core. */
async function write({ url, pid }, writers) {
  const before = { processor: processorTime(pid), main: mainThread(pid) }
  const done = await finished('writers.js', [
    JSON.stringify({
      port: new URL(url).port,
      path: '/api/v1/graph/ql',
      expected: '"errors":null',
      seconds: SECONDS,
      writers,
    }),
  ])
  const main = mainThread(pid)
  return {
    ...done,
    processor: (processorTime(pid) - before.processor) / done.count,
    main: (main.ran - before.main.ran) / done.count,
    waited: (main.waited - before.main.waited) / done.count,
  }
}

async function finished(script, args) {
  const { message, stop } = await startScript(script, args)
  await stop()
  return message
}
