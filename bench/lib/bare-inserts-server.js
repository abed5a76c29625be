// What Node and SQLite themselves can do: inserts a row for each request, in a durable commit, and answers afterwards.

import { createServer } from 'node:http'
import { openBareStore } from './bare-store.js'

const [path, text] = process.argv.slice(2)
const insert = openBareStore(path)
const server = createServer((req, res) => {
  req.resume().on('end', () => {
    insert.run(text)
    const body = '{"errors":null}'
    res.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length })
    res.end(body)
  })
})
server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }))
