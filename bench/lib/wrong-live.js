// Clients of the live endpoint in a process of their own: each sends one message after another that is refused.
import { once } from 'node:events'
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { WRONG_SUBSCRIPTION } from './wrong.js'

const CLIENTS = 4

/** A client that sends more than 100 messages a second is sent away. Milliseconds. */
const PAUSE = 15

const [, , url] = process.argv

async function subscribe(client) {
  const socket = new WebSocket(url, ['graphql-transport-ws'], {
    localAddress: `127.0.1.${1 + client}`,
    perMessageDeflate: false,
  })
  socket.once('close', (code, reason) => {
    if (process.connected) throw new Error(`a connection was closed: ${code} ${reason}`)
  })
  await once(socket, 'open')
  const answer = async (message, type) => {
    socket.send(message)
    const [data] = await once(socket, 'message')
    if (JSON.parse(data).type !== type) throw new Error(`${type} was expected in place of ${data}`)
  }
  await answer('{"type":"connection_init"}', 'connection_ack')
  const { query, variables } = WRONG_SUBSCRIPTION
  for (let n = 0; ; n++) {
    const payload = { query: query.replace('NEW', `new ${client} ${n}`), variables }
    await answer(JSON.stringify({ id: String(n), type: 'subscribe', payload }), 'error')
    await sleep(PAUSE)
  }
}

for (let client = 0; client < CLIENTS; client++)
  void subscribe(client).catch(error => {
    if (process.connected) throw error
  })
process.send({})
