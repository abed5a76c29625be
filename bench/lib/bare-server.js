// What Node itself can do: reads the body of each request, sends the same bytes with the same headers.

import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'

const { headers, body } = JSON.parse(readFileSync(process.argv[2], 'utf8'))
const bytes = Buffer.from(body)
const server = createServer((req, res) => {
  const parts = []
  req
    .on('data', part => parts.push(part))
    .on('end', () => {
      Buffer.concat(parts)
      res.writeHead(200, headers)
      res.end(bytes)
    })
})
server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }))
