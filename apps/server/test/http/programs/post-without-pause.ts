import { connect } from 'node:net'

/** What the program is told to do, as JSON in its first argument. */
export interface Posting {
  readonly port: number
  readonly connections: number
  /** Connections of each address; the addresses begin with 127.0.1.1. */
  readonly perAddress: number
  readonly seconds: number
  /** Goes on until a post is refused, because a busy machine opens connections slowly. */
  readonly untilRefused?: boolean
  readonly head: readonly string[]
  readonly body: string
}

/** What it prints: how often each status came, and how long answers took, in milliseconds. */
export interface Posted {
  readonly statuses: Readonly<Record<string, number>>
  readonly lost: number
  readonly median: number
  readonly longest: number
  /** Whether each refusal said when to try again. */
  readonly toldWhen: boolean
}

const {
  port,
  connections,
  perAddress,
  seconds,
  untilRefused = false,
  head,
  body,
} = JSON.parse(process.argv[2] ?? '') as Posting
const request = Buffer.from([...head, `Content-Length: ${Buffer.byteLength(body)}`, '', body].join('\r\n'))
const statuses: Record<string, number> = {}
const times: number[] = []
let lost = 0
let toldWhen = true
let stopping = false
/** The time begins with the first answer, because a busy machine starts programs slowly. */
let isTimed = false
let isOver = false

/** Posts, and again as soon as an answer is there; a connection that ends is opened anew. */
function post(localAddress: string): void {
  if (stopping) return
  const socket = connect({ port, host: '127.0.0.1', localAddress })
  let since = 0
  let received = ''
  const send = () => {
    since = performance.now()
    received = ''
    socket.write(request)
  }
  socket
    .on('connect', send)
    .on('error', () => {})
    .on('close', () => {
      if (received === '' && since > 0 && !stopping) lost++
      setTimeout(() => post(localAddress), 100)
    })
    .on('data', data => {
      received += data.toString('latin1')
      const endOfHead = received.indexOf('\r\n\r\n')
      const length = Number(/content-length: (\d+)/i.exec(received)?.[1] ?? 0)
      if (endOfHead < 0 || received.length < endOfHead + 4 + length) return
      if (!isTimed) setTimeout(end, seconds * 1_000)
      isTimed = true
      const status = received.slice(9, 12)
      statuses[status] = (statuses[status] ?? 0) + 1
      if (status === '503' && !/^retry-after: \d+\r$/im.test(received)) toldWhen = false
      times.push(performance.now() - since)
      if (isOver) end()
      if (stopping) socket.destroy()
      else send()
    })
}

for (let i = 0; i < connections; i++) post(`127.0.1.${1 + Math.floor(i / perAddress)}`)

/** Ends when the time is over; where a refusal is waited for, with the first one after that. */
function end(): void {
  isOver = true
  const isRefused = Object.keys(statuses).some(status => status !== '200')
  if (stopping || (untilRefused && !isRefused)) return
  stopping = true
  times.sort((a, b) => a - b)
  const posted: Posted = {
    statuses,
    lost,
    toldWhen,
    median: times[Math.floor(times.length / 2)] ?? 0,
    longest: times.at(-1) ?? 0,
  }
  process.stdout.write(JSON.stringify(posted), () => process.exit(0))
}
