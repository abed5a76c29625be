import { setTimeout as sleep } from 'node:timers/promises'
import { SIMPLE_TOKENS, tokensOf } from './lib/accounts.js'
import { startBareReaders, startReaders } from './lib/live-readers.js'
import { graphql, median, rounded, signIn } from './lib/page.js'
import { processorTime, resident } from './lib/processor.js'
import { startScript, startServer } from './lib/server.js'

const EVENTS = 20
/** Events and posts that nobody reads before the first one that counts. */
const WARM_UP = 10
/** A server gives back what its start took in several steps, each of which takes processor time. */
const SETTLING = 65_000
/** Milliseconds for each event, and for each post that nobody reads. */
const TURN = 500
/** A minute after the events, V8 has collected the garbage of the rush in which the readers came, or the server has. */
const LATER = 60_000
/** How many readers there are, and which part of them is signed in, each as somebody else. */
const ROUNDS = [
  { readers: 1_000, signedIn: 0 },
  { readers: 10_000, signedIn: 0 },
  { readers: 10_000, signedIn: 1_000 },
]

/** A new comment sent to readers by live connections, against a bare `ws` server that sends them the same bytes. */
export async function live({ assets, store }) {
  const figures = {}
  for (const round of ROUNDS) {
    const ours = await ourRound(await store(), assets, round)
    const theirs = await bareRound(round.readers, ours.message)
    Object.assign(figures, describe(round, ours, theirs))
  }
  return figures
}

function describe({ readers, signedIn }, ours, theirs) {
  const to = `${readers.toLocaleString('en')} sockets${signedIn ? `, ${signedIn.toLocaleString('en')} signed in` : ''}`
  return {
    [`${to}: processor time`]: {
      value: rounded(ours.processor / theirs.processor),
      unit: 'times that of a bare server',
      target: 'at most 1.3',
    },
    [`${to}: until all have it`]: {
      value: rounded(ours.wait / theirs.wait),
      unit: 'times as long',
      target: 'at most 1.3',
    },
    [`${to}: memory`]: {
      value: rounded(ours.memory / theirs.memory),
      unit: 'times that of a bare server',
      target: 'at most 1.5',
    },
    [`${to}: memory a minute later`]: {
      value: rounded(ours.later / theirs.later),
      unit: 'times that of a bare server',
      target: 'at most 1.5',
    },
    [`${to}: one of them`]: {
      value: rounded((1_000 * ours.processor) / readers, 1),
      unit:
        `µs of processor time, ${rounded((1_024 * ours.memory) / readers, 1)} kB; ` +
        `all have it after ${rounded(ours.wait, 0)} ms`,
    },
  }
}

async function ourRound(path, assets, { readers, signedIn }) {
  const server = await startServer(path, { env: SIMPLE_TOKENS })
  try {
    await sleep(SETTLING)
    const token = await signIn(server)
    const tokens = signedIn ? await tokensOf(server, assets, signedIn) : []
    const [watched, other] = await Promise.all(assets.slice(0, 2).map(({ url }) => idOf(server, url)))
    const anonymous = Array.from({ length: readers - signedIn }, () => null)
    await postComment(server, other, token)
    return await measure(server.pid, {
      start: () => startReaders(server.url, { asset: watched, readers: [...anonymous, ...tokens] }),
      quiet: () => postComment(server, other, token),
      event: () => postComment(server, watched, token),
    })
  } finally {
    await server.stop()
  }
}

async function bareRound(readers, message) {
  const { message: bare, stop } = await startScript('bare-live.js', [message])
  const url = `http://127.0.0.1:${bare.port}`
  try {
    return await measure(bare.pid, {
      start: () => startBareReaders(url, readers),
      quiet: () => fetch(url),
      event: () => fetch(url, { method: 'POST' }),
    })
  } finally {
    await stop()
  }
}

/**
 * What an event costs beyond the same action of which the readers get nothing, in turns, and what the sockets take. The
 * medians: once or twice meanwhile the server gives memory back, which takes as long as several events.
 */
async function measure(pid, { start, quiet, event }) {
  const before = resident(pid).all
  const clients = await start()
  const waits = []
  const heard = async () => waits.push(await clients.received(event))
  try {
    for (let i = 0; i < WARM_UP; i++) await Promise.all([quiet(), clients.received(event)])
    const costs = []
    for (let i = 0; i < EVENTS; i++) {
      const unheard = await processorTimeOf(pid, quiet)
      costs.push((await processorTimeOf(pid, heard)) - unheard)
    }
    const memory = resident(pid).all - before
    await sleep(LATER)
    const later = resident(pid).all - before
    return { processor: median(costs), wait: median(waits), memory, later, message: clients.lastMessage() }
  } finally {
    await clients.stop()
  }
}

/** The milliseconds of processor time that a process takes for an action, and for what follows from it. */
async function processorTimeOf(pid, act) {
  const before = processorTime(pid)
  await Promise.all([act(), sleep(TURN)])
  return processorTime(pid) - before
}

async function idOf(server, url) {
  return (await graphql(server, 'query($url: String) { asset(url: $url) { id } }', { url })).asset.id
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
