import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Need, testWith } from '../../../../test/needs.ts'
import { type LivePlatform, startLive } from '../live/socket.ts'
import { openWire, upgradeHead } from './wire.ts'

let live: LivePlatform
beforeAll(async () => {
  live = await startLive()
})
afterAll(() => live[Symbol.asyncDispose]())

const GRAPH = '/api/v1/graph/ql'
const QUERY = '{"query":"{__typename}"}'
const post = (headers: readonly string[]) =>
  [
    `POST ${GRAPH} HTTP/1.1`,
    'Host: localhost',
    'Content-Type: application/json',
    `Content-Length: ${QUERY.length}`,
    ...headers,
    '',
    QUERY,
  ].join('\r\n')
const H2C = ['Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c', 'HTTP2-Settings: AAMAAABkAAQAoAAAAAIAAAAA']
const WEBSOCKET = ['Connection: Upgrade', 'Upgrade: websocket']

const [MAJOR = 0, MINOR = 0] = process.versions.node.split('.').map(Number)
/** The statuses of later requests on the same connection. Older Nodes end one on which another protocol was offered. */
const LATER = MAJOR > 24 || (MAJOR === 24 && MINOR >= 9) || (MAJOR === 22 && MINOR >= 21) ? [200] : []

/**
 * Sends this and, once it is answered, a plain request on the same connection; gives the statuses and all that came
 * back.
 */
async function answersTo(request: string): Promise<{ statuses: number[]; text: string }> {
  const wire = await openWire(live.listening.port)
  wire.socket.write(request)
  await wire.until('\r\n\r\n')
  wire.socket.write('GET /startupz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n')
  await wire.ended
  wire.socket.destroy()
  return {
    statuses: [...wire.received.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status)),
    text: wire.received,
  }
}

describe('an offer that is no websocket is answered like a request without it', () => {
  test.each<[name: string, headers: string[]]>([
    ['h2c, as curl --http2 offers it', H2C],
    ['TLS', ['Connection: Upgrade', 'Upgrade: TLS/1.2']],
    ['several others', ['Connection: Upgrade', 'Upgrade: h2c, IRC/6.9']],
    ['another that begins alike', ['Connection: Upgrade', 'Upgrade: websockets']],
    ['a list without an entry', ['Connection: Upgrade', 'Upgrade: ,']],
    ['websocket, which only GET can ask for', WEBSOCKET],
    ['several with websocket, which only GET can ask for', ['Connection: Upgrade', 'Upgrade: h2c, websocket']],
  ])('%s, with a body', async (_name, headers) => {
    const { statuses, text } = await answersTo(post(headers))
    expect([statuses, text.includes('{"data":{"__typename":"RootQuery"}}')]).toEqual([[200, ...LATER], true])
  })

  test.each<[path: string, status: number]>([
    ['/livez', 200],
    [`${GRAPH}?query={__typename}`, 200],
    ['/api/v1/auth', 204],
    ['/nope', 404],
  ])('h2c, at %s', async (path, status) => {
    const { statuses } = await answersTo([`GET ${path} HTTP/1.1`, 'Host: localhost', ...H2C, '', ''].join('\r\n'))
    expect(statuses).toEqual([status, ...LATER])
  })

  test('websocket by HTTP/1.0, which has no upgrades', async () => {
    const wire = await openWire(live.listening.port)
    wire.socket.write(`${upgradeHead('/livez').replace('HTTP/1.1', 'HTTP/1.0')}\r\n\r\n`)
    await wire.until('\r\n\r\nok\n')
    expect(wire.received).toMatch(/^HTTP\/1\.1 200 /)
    wire.socket.destroy()
  })
})

const LATER_OFFERS: Need = {
  missing: LATER.length > 0 ? undefined : 'this Node gives no request behind an offer to the server',
}

testWith(LATER_OFFERS)('an offer of websocket behind an unanswered request is not taken', async () => {
  const wire = await openWire(live.listening.port)
  wire.socket.write(`GET /nope HTTP/1.1\r\nHost: localhost\r\n\r\n${upgradeHead('/api/v1/live')}\r\n\r\n`)
  await expect
    .poll(() => [...wire.received.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status))
    .toEqual(['404', '404'])
  wire.socket.destroy()
})

describe('an offer that has websocket in it is taken', () => {
  test.each(['websocket', 'WebSocket', 'h2c, websocket', 'websocket,h2c', 'h2c\r\nUpgrade: websocket'])(
    'Upgrade: %s',
    async offers => {
      const wire = await openWire(live.listening.port)
      wire.socket.write(`${upgradeHead('/api/v1/live').replace('Upgrade: websocket', `Upgrade: ${offers}`)}\r\n\r\n`)
      await wire.until('\r\n\r\n')
      expect(wire.received).toMatch(/^HTTP\/1\.1 101 /)
      expect(wire.received).toMatch(/^Upgrade: websocket\r$/m)
      wire.socket.destroy()
    },
  )
})
