// Many websocket clients. Says when all are ready, and then each time when all have got one more message.

import { once } from 'node:events'
import { WebSocket } from 'ws'

/** So many clients connect at a time. */
const BATCH = 50

const { url, protocol, connections, steps, counted } = JSON.parse(process.argv[2])
let received = 0

async function connect() {
  const socket = new WebSocket(url, protocol ? [protocol] : [])
  await once(socket, 'open')
  socket.on('close', (code, reason) => {
    if (process.connected) throw new Error(`a connection was closed: ${code} ${reason}`)
  })
  for (const [text, answer] of steps) {
    const answered =
      answer && new Promise(resolve => socket.on('message', data => String(data).includes(answer) && resolve()))
    socket.send(text)
    await answered
  }
  socket.on('message', data => {
    const message = String(data)
    if (!message.includes(counted)) return
    received++
    if (received % connections === 0) process.send({ message })
  })
}

for (let i = 0; i < connections; i += BATCH)
  await Promise.all(Array.from({ length: Math.min(BATCH, connections - i) }, connect))
process.send({ ready: true })
