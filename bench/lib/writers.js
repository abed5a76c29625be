// Writers in a process of their own, each with a connection: each sends its request again as soon as it is answered.
// They do next to nothing besides, because they share the machine with the server that is measured.
import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

const { port, path, expected, seconds, writers, pause = 0 } = JSON.parse(process.argv[2])
const times = []
let end = 0

const sockets = await Promise.all(
  writers.map(async () => {
    const socket = connect(port, 'localhost').setNoDelay(true)
    await once(socket, 'connect')
    return socket
  }),
)
const begin = performance.now()
end = begin + 1_000 * seconds
await Promise.all(sockets.map((socket, i) => write(socket, writers[i])))
const took = performance.now() - begin
times.sort((a, b) => a - b)
process.send({ perSecond: (1_000 * times.length) / took, median: times[times.length >> 1], count: times.length }, () =>
  process.disconnect(),
)

async function write(socket, { token, body }) {
  const request = [
    `POST ${path} HTTP/1.1`,
    'host: localhost',
    `authorization: Bearer ${token}`,
    'content-type: application/json',
    `content-length: ${Buffer.byteLength(body)}`,
    '',
    body,
  ].join('\r\n')
  let text = ''
  let answered = () => {}
  socket.setEncoding('latin1').on('data', part => {
    text += part
    const head = text.indexOf('\r\n\r\n')
    const length = /content-length: (\d+)/i.exec(text)?.[1]
    if (head < 0 || length === undefined || text.length < head + 4 + Number(length)) return
    const answer = text
    text = ''
    answered(answer)
  })
  while (performance.now() < end) {
    const sent = performance.now()
    const answer = await new Promise(resolve => {
      answered = resolve
      socket.write(request)
    })
    if (!answer.includes(expected)) throw new Error(answer)
    times.push(performance.now() - sent)
    if (pause > 0) await sleep(pause)
  }
  socket.destroy()
}
