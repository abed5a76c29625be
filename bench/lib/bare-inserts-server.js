// What Node and SQLite themselves can do: inserts a row for each request, in a durable commit, and answers afterwards.

import { createServer } from 'node:http'
import { DatabaseSync } from 'node:sqlite'

const [path, text] = process.argv.slice(2)
const database = new DatabaseSync(path)
database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE IF NOT EXISTS rows (doc TEXT)')
const insert = database.prepare('INSERT INTO rows VALUES (?)')
const server = createServer((req, res) => {
  req.resume().on('end', () => {
    insert.run(text)
    const body = '{"errors":null}'
    res.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length })
    res.end(body)
  })
})
server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }))
