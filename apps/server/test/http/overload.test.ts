import { performance as nodePerformance } from 'node:perf_hooks'
import type { PluginRouter } from '@platform/plugin-sdk'
import { answersWithin } from '@platform/plugin-sdk'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { named } from '../compose/named.ts'
import { type LivePlatform, startLive } from '../live/socket.ts'
import { postWithoutPause } from './overload.ts'
import { openWire, type Wire } from './wire.ts'

let live: LivePlatform
/** Lets the requests that are held be answered. */
let release: () => void
/** How many mutations have a place, and are held in it. */
let inPlaces = 0
beforeAll(async () => {
  const held = new Promise<void>(resolve => {
    release = resolve
  })
  const router = (own: PluginRouter) => {
    own.all('/api/v1/held', async (_req, res) => {
      await held
      res.send('at last')
    })
    own.get('/api/v1/events', answersWithin({ silence: null }), (_req, res) => {
      res.type('text/event-stream').flushHeaders()
    })
  }
  live = await startLive({
    plugins: [
      named('holding', {
        router,
        typeDefs: 'extend type RootMutation { hold(long: Boolean): Boolean }',
        resolvers: {
          RootMutation: {
            hold: async (_root: unknown, { long }: { long: boolean }) => {
              if (!long) return long
              inPlaces += 1
              await held
              return long
            },
          },
        },
      }),
    ],
  })
})
afterAll(() => live[Symbol.asyncDispose]())

const request = (method: string, path: string, body = '') =>
  `${method} ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${body.length}\r\n\r\n${body}`

const opened: Wire[] = []
// Also after a failure: what is left open would take the places of the next test.
afterEach(() => leave(opened.splice(0)))

async function send(text: string, from: string): Promise<Wire> {
  const wire = await openWire(live.listening.port, from)
  opened.push(wire)
  wire.socket.write(text)
  return wire
}
async function answer(text: string, from: string): Promise<string> {
  const wire = await send(text, from)
  await wire.until('\r\n\r\n')
  await wire.leave('a reset')
  return wire.received
}
const statusOf = (received: string) => Number(received.slice(9, 12))
/** So many requests that are not answered yet; all of them have been read. */
async function hold(count: number, text: string, from: string): Promise<Wire[]> {
  const wires = await Promise.all(Array.from({ length: count }, () => send(text, from)))
  await answer(request('GET', '/livez'), from)
  return wires
}
async function leave(wires: readonly Wire[]): Promise<void> {
  await Promise.all(wires.map(wire => wire.leave('a reset')))
}

describe('requests beyond those that are answered at a time', () => {
  const POST = request('POST', '/api/v1/held')
  const GET = request('GET', '/api/v1/held')
  const SIGN_IN = request('POST', '/api/v1/auth/local')
  const head = 'POST /api/v1/graph/ql HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n'

  test('posts: 64, of one address 32; others wait 5 s and get 503, and reading goes on', async () => {
    await hold(32, POST, '127.0.0.50')
    const since = performance.now()
    const ownRefused = answer(POST, '127.0.0.50')
    // Another address has room still.
    expect(statusOf(await answer(SIGN_IN, '127.0.0.51'))).toBe(415)
    await hold(32, POST, '127.0.0.51')
    const refused = answer(POST, '127.0.0.52')
    const graph = answer(request('POST', '/api/v1/graph/ql', '{"query":"{__typename}"}'), '127.0.0.52')
    expect(statusOf(await answer(request('GET', '/api/v1'), '127.0.0.52'))).toBe(200)
    expect(performance.now() - since).toBeLessThan(5_000)
    const loop = nodePerformance.eventLoopUtilization()
    for (const text of await Promise.all([ownRefused, refused])) {
      expect(statusOf(text)).toBe(503)
      expect(text).toMatch(/^retry-after: 2\r$/im)
      expect(text).toContain('"code":"UNAVAILABLE"')
    }
    expect(performance.now() - since).toBeGreaterThan(4_900)
    // Those that wait keep the server no busier than an idle one.
    expect(nodePerformance.eventLoopUtilization(loop).utilization).toBeLessThan(0.5)
    expect(JSON.parse((await graph).split('\r\n\r\n')[1]!)).toEqual({
      errors: [{ message: expect.any(String), extensions: { code: 'UNAVAILABLE', retryAfter: 2 } }],
    })
  })

  test('mutations beside many posts: 64, of one address 32; others wait 5 s and get 503, and reading by POST goes on', async () => {
    const graph = (query: string, variables?: object) => {
      const body = JSON.stringify({ query, variables })
      return `${head}Content-Length: ${body.length}\r\n\r\n${body}`
    }
    const document = 'mutation ($long: Boolean) { hold(long: $long) }'
    const MUTATION = graph(document, { long: true })
    const READ = graph('{ __typename }')
    // A document that the server does not know yet counts as a body that is read.
    expect(await answer(graph(document, { long: false }), '127.0.0.70')).toContain('{"hold":false}')
    // Half of the places of posts may be held by mutations.
    await hold(32, MUTATION, '127.0.0.70')
    await hold(32, MUTATION, '127.0.0.71')
    await expect.poll(() => inPlaces).toBe(64)
    const since = performance.now()
    const ownRefused = answer(MUTATION, '127.0.0.71')
    const last = await hold(32, MUTATION, '127.0.0.72')
    const refused = answer(MUTATION, '127.0.0.73')
    for (const from of ['127.0.0.71', '127.0.0.73']) expect(statusOf(await answer(READ, from))).toBe(200)
    expect(performance.now() - since).toBeLessThan(5_000)
    for (const text of await Promise.all([ownRefused, refused])) {
      expect(statusOf(text)).toBe(503)
      expect(text).toMatch(/^retry-after: 2\r$/im)
      expect(JSON.parse(text.split('\r\n\r\n')[1]!)).toEqual({
        errors: [{ message: expect.any(String), extensions: { code: 'UNAVAILABLE', retryAfter: 2 } }],
      })
    }
    expect(performance.now() - since).toBeGreaterThan(4_900)
    // Those whose clients leave before they have a place, and those who had one, leave none behind.
    await leave(await hold(40, MUTATION, '127.0.0.74'))
    await leave(last)
    expect(await answer(graph(document, { long: false }), '127.0.0.75')).toContain('{"hold":false}')
  })

  test('a place that is given back goes to those that wait; the addresses take turns', async () => {
    const held = [...(await hold(32, POST, '127.0.0.55')), ...(await hold(32, POST, '127.0.0.56'))]
    const order: string[] = []
    const wait = async (from: string, count: number) => {
      const wires = await hold(count, SIGN_IN, from)
      return wires.map(async wire => {
        await wire.until('\r\n\r\n')
        order.push(from)
        expect(statusOf(wire.received)).toBe(415)
        await wire.leave('a reset')
      })
    }
    const many = await wait('127.0.0.57', 100)
    const left = await hold(10, POST, '127.0.0.58')
    const few = await wait('127.0.0.59', 10)
    // Requests whose clients left do not take a place.
    await leave(left)
    await leave(held.slice(0, 1))
    await Promise.all([...many, ...few])
    // The few had their turns beside the first of the many, though they came later.
    expect(order.lastIndexOf('127.0.0.59')).toBeLessThan(60)
  })

  test('512 wait at the most; of an address with the most others get 503 at once, and others find room', async () => {
    const held = await Promise.all(['127.0.0.65', '127.0.0.66'].map(from => hold(32, POST, from)))
    const waiting = [...(await hold(256, SIGN_IN, '127.0.0.67')), ...(await hold(256, SIGN_IN, '127.0.0.68'))]
    const since = performance.now()
    expect(statusOf(await answer(POST, '127.0.0.67'))).toBe(503)
    const [other] = await hold(1, SIGN_IN, '127.0.0.69')
    await waiting[255]!.until('\r\n\r\n')
    expect(waiting.filter(({ received }) => received !== '').map(({ received }) => statusOf(received))).toEqual([503])
    // The line of each address gets a place in its turn.
    await leave(held.flat().slice(0, 3))
    await other!.until('\r\n\r\n')
    expect(statusOf(other!.received)).toBe(415)
    expect(performance.now() - since).toBeLessThan(4_000)
  })

  test('bodies that are sent by half take no place; they are answered once they are whole', async () => {
    const forms = [
      `${head}Content-Length: 24\r\n\r\n{"query":`,
      `${head}Transfer-Encoding: chunked\r\n\r\n9\r\n{"query":\r\n`,
    ]
    const rest = ['"{__typename}"}', 'f\r\n"{__typename}"}\r\n0\r\n\r\n']
    const half = [...(await hold(40, forms[0]!, '127.0.0.80')), ...(await hold(40, forms[1]!, '127.0.0.81'))]
    expect(statusOf(await answer(SIGN_IN, '127.0.0.82'))).toBe(415)
    expect(half.map(({ received }) => received)).toEqual(half.map(() => ''))
    half.map((wire, i) => wire.socket.write(rest[i < 40 ? 0 : 1]!))
    await Promise.all(half.map(wire => wire.until('RootQuery')))
    expect(half.map(({ received }) => statusOf(received))).toEqual(half.map(() => 200))
  })

  test.each<[name: string, sent: string]>([
    ['before a body', 'Content-Length: 100\r\n\r\n'],
    ['in the middle of a body', 'Content-Length: 100\r\n\r\n{"query":'],
    ['in the middle of a long body', `Content-Length: 200000\r\n\r\n${' '.repeat(100_000)}`],
    ['in the middle of a chunk', 'Transfer-Encoding: chunked\r\n\r\n64\r\n{"query":'],
  ])('many clients that leave %s leave no place behind', async (_name, sent) => {
    for (const from of ['127.0.0.83', '127.0.0.84', '127.0.0.85']) {
      await leave(await hold(30, head + sent, from))
      await Promise.all((await hold(3, head + sent, from)).map(wire => wire.leave('a half-close')))
    }
    const since = performance.now()
    expect(statusOf(await answer(SIGN_IN, '127.0.0.86'))).toBe(415)
    expect(performance.now() - since).toBeLessThan(4_000)
  })

  test('all: 256, of one address 128; health is answered, and event streams do not count', async () => {
    const streams = await hold(140, request('GET', '/api/v1/events'), '127.0.0.60')
    // A stream counts until its route begins it.
    await Promise.all(streams.map(wire => wire.until('\r\n\r\n')))
    const first = await hold(128, GET, '127.0.0.60')
    const ownRefused = answer(request('GET', '/api/v1'), '127.0.0.60')
    await hold(128, GET, '127.0.0.61')
    const refused = answer(request('GET', '/api/v1'), '127.0.0.62')
    expect(statusOf(await answer(request('GET', '/livez'), '127.0.0.62'))).toBe(200)
    expect((await Promise.all([ownRefused, refused])).map(statusOf)).toEqual([503, 503])
    const waiting = answer(request('GET', '/api/v1'), '127.0.0.62')
    release()
    await Promise.all(first.map(wire => wire.until('at last')))
    expect(first.map(({ received }) => statusOf(received))).toEqual(first.map(() => 200))
    expect(statusOf(await waiting)).toBe(200)
  })
})

test('under many connections that post without a pause the memory stays bounded and /livez answers', {
  timeout: 90_000,
}, async () => {
  const { posted, unshared, memory } = await postWithoutPause({ connections: 1_000, seconds: 5 }, 0)
  expect(posted.statuses['200']).toBeGreaterThan(0)
  expect(posted.toldWhen).toBe(true)
  expect(memory.most).toBeLessThan(512)
  // A quarter of a second on a machine of its own. The time in which other tests had the processor is not counted; a
  // server that accepts one connection between two rounds of work takes five seconds.
  expect(unshared.p99).toBeLessThan(2_000)
})
