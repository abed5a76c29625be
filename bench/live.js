import { setTimeout as sleep } from 'node:timers/promises'
import { graphql, rounded, signIn } from './lib/page.js'
import { processorTime } from './lib/processor.js'
import { startScript, startServer } from './lib/server.js'

const CONNECTIONS = 1_000
const EVENTS = 20
const LIMITS = {
  PLATFORM_CONNECTIONS_PER_ADDRESS: String(2 * CONNECTIONS),
  PLATFORM_LIVE_CONNECTIONS_PER_ADDRESS: String(2 * CONNECTIONS),
}
const PROTOCOL = 'graphql-transport-ws'
const COMMENT_ADDED =
  'subscription($id: ID) { commentAdded(asset_id: $id) { id body created_at user { id username } } }'

/** A new comment sent to readers by live connections, against a bare `ws` server that sends them the same bytes. */
export async function live({ assets, store }) {
  const server = await startServer(await store(), { env: LIMITS })
  try {
    const { asset } = await graphql(server, 'query($url: String) { asset(url: $url) { id } }', { url: assets[0].url })
    const token = await signIn(server)
    const post = () => postComment(server, asset.id, token)
    await post()
    const alone = await timeOfEvents(server.pid, post)
    const clients = await startClients(server.url, subscription(asset.id))
    const ours = await timeOfEvents(server.pid, () => clients.received(post))
    await clients.stop()
    const theirs = await bareTime(clients.lastMessage())
    return {
      'against the same messages from a bare server': {
        value: rounded((ours - alone) / theirs),
        unit: 'times its processor time',
        target: 'at most 1.5',
      },
      'one message to one reader': {
        value: rounded((1_000 * (ours - alone)) / (EVENTS * CONNECTIONS), 1),
        unit: 'µs of processor time',
      },
    }
  } finally {
    await server.stop()
  }
}

/** What each client sends first, each with a part of the answer that it waits for. */
const subscription = id => ({
  protocol: PROTOCOL,
  steps: [
    [{ type: 'connection_init' }, '"connection_ack"'],
    // The answer to a ping comes when all subscriptions asked for before have begun.
    [{ id: '1', type: 'subscribe', payload: { query: COMMENT_ADDED, variables: { id } } }, null],
    [{ type: 'ping' }, '"pong"'],
  ].map(([message, answer]) => [JSON.stringify(message), answer]),
  counted: '"next"',
})

async function bareTime(message) {
  const { message: bare, stop } = await startScript('bare-live.js', [message])
  const url = `http://localhost:${bare.port}`
  const post = async () => void (await fetch(url, { method: 'POST' }))
  try {
    await post()
    const alone = await timeOfEvents(bare.pid, post)
    const clients = await startClients(url, { steps: [], counted: '' })
    const together = await timeOfEvents(bare.pid, () => clients.received(post))
    await clients.stop()
    return together - alone
  } finally {
    await stop()
  }
}

/** Clients in a process of their own. */
async function startClients(url, options) {
  const child = await startScript('live-clients.js', [
    JSON.stringify({
      url: url.replace('http', 'ws') + (options.protocol ? '/api/v1/live' : ''),
      connections: CONNECTIONS,
      ...options,
    }),
  ])
  let last
  return {
    /** Does something, and waits until each client has got a message. */
    async received(act) {
      const all = child.next()
      await act()
      last = (await all).message
    },
    lastMessage: () => last,
    stop: child.stop,
  }
}

/** The milliseconds of processor time that a process takes for all events, one a second. */
async function timeOfEvents(pid, event) {
  const before = processorTime(pid)
  for (let i = 0; i < EVENTS; i++) await Promise.all([event(), sleep(1_000)])
  return processorTime(pid) - before
}

async function postComment(server, asset_id, token) {
  const { createComment } = await graphql(
    server,
    `mutation($input: CreateCommentInput!) {
      createComment(input: $input) { comment { id } errors { translation_key } }
    }`,
    { input: { asset_id, body: 'A comment that all readers of this discussion see.' } },
    token,
  )
  if (createComment.errors) throw new Error(JSON.stringify(createComment.errors))
}
