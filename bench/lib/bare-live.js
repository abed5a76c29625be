// What `ws` itself can do: sends one message to all clients for each POST; a GET sends nothing.

import { createServer } from 'node:http'
import { WebSocketServer } from 'ws'

const message = process.argv[2]
const server = createServer((req, res) => {
  req.resume()
  if (req.method === 'POST') for (const client of sockets.clients) client.send(message)
  res.end()
})
const sockets = new WebSocketServer({ server })
server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port, pid: process.pid }))
