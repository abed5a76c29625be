import { readFileSync } from 'node:fs'
import { startScript } from './server.js'

/** What each process needs besides its sockets. */
const OTHER_FILES = 500
const PROTOCOL = 'graphql-transport-ws'
const COMMENT_ADDED =
  'subscription($id: ID) { commentAdded(asset_id: $id) { id body created_at user { id username } } }'

/** Readers of a discussion by live connections of a platform; those with a token are signed in. */
export function startReaders(url, { asset, readers }) {
  return startClients(`${url.replace('http', 'ws')}/api/v1/live`, {
    protocol: PROTOCOL,
    clients: readers.map(token => steps(asset, token)),
    counted: '"next"',
  })
}

/** Clients of a bare server, which need not ask for anything. */
export function startBareReaders(url, count) {
  return startClients(url.replace('http', 'ws'), { clients: Array.from({ length: count }, () => []), counted: '' })
}

/** What a client sends first, each with a part of the answer that it waits for. */
const steps = (id, token) =>
  [
    [{ type: 'connection_init', payload: token ? { token } : {} }, '"connection_ack"'],
    // The answer to a ping comes when all subscriptions asked for before have begun.
    [{ id: '1', type: 'subscribe', payload: { query: COMMENT_ADDED, variables: { id } } }, null],
    [{ type: 'ping' }, '"pong"'],
  ].map(([message, answer]) => [JSON.stringify(message), answer])

/** Clients in a process of their own. */
async function startClients(url, options) {
  assertFiles(options.clients.length)
  const child = await startScript('live-clients.js', [], { input: { url, ...options } })
  let last
  return {
    /** Does something, and waits until each client has got a message. @returns how long that took */
    async received(act) {
      const all = child.next()
      const began = performance.now()
      await act()
      last = (await all).message
      return performance.now() - began
    },
    lastMessage: () => last,
    stop: child.stop,
  }
}

/** Node raises the limit of open files as far as the system lets it. */
function assertFiles(sockets) {
  const [, most] = /^Max open files +\S+ +(\S+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? []
  if (most !== 'unlimited' && Number(most) < sockets + OTHER_FILES)
    throw new Error(
      `${sockets} sockets need ${sockets + OTHER_FILES} open files for each process, and the limit is ${most}: ` +
        `raise it, as by \`ulimit -Hn ${sockets + OTHER_FILES}\` as root`,
    )
}
