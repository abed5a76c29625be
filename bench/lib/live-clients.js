// Many websocket clients. Says when all are ready, and then each time when all have got one more message.

import { once } from 'node:events'
import { WebSocket } from 'ws'

/** So many clients connect at a time. */
const BATCH = 50
/** So many clients share an address of this machine, which is half of what a server allows. */
const OF_AN_ADDRESS = 100

const [{ url, protocol, clients, counted }] = await once(process, 'message')
let received = 0

async function connect(steps, index) {
  const socket = new WebSocket(url, protocol ? [protocol] : [], {
    localAddress: `127.0.1.${1 + Math.floor(index / OF_AN_ADDRESS)}`,
    perMessageDeflate: false,
  })
  await once(socket, 'open')
  socket.on('close', (code, reason) => {
    if (process.connected) throw new Error(`a connection was closed: ${code} ${reason}`)
  })
  for (const [text, answer] of steps) {
    const answered =
      answer && new Promise(resolve => socket.on('message', data => String(data).includes(answer) && resolve()))
    socket.send(text)
    await answered
    socket.removeAllListeners('message')
  }
  socket.on('message', data => {
    const message = String(data)
    if (!message.includes(counted)) return
    received++
    if (received % clients.length === 0) process.send({ message })
  })
}

for (let i = 0; i < clients.length; i += BATCH)
  await Promise.all(clients.slice(i, i + BATCH).map((steps, k) => connect(steps, i + k)))
process.send({ ready: true })
