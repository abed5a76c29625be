import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { emptyFolder, type Server, serve } from '../cli/command.ts'
import { freePort } from '../free-port.ts'
import { frame, type Leaving, openWire, upgradeHead, type Wire } from './wire.ts'

const PLUGIN = `
  const hold = () => new Promise(() => {})
  module.exports = {
    typeDefs: 'type RootQuery { held: Int }',
    resolvers: { RootQuery: { held: hold } },
    router(router) {
      router.get('/api/v1/held', () => {})
      router.get('/api/v1/endless', (req, res) => {
        const more = () => { while (!res.destroyed && res.write('x'.repeat(65536))); }
        res.on('drain', more)
        more()
      })
    },
    websockets: { onConnect: params => params.held ? hold() : undefined },
  }`

const LIVE = '/api/v1/live'
const GRAPH = 'POST /api/v1/graph/ql HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n'
const INIT = frame(1, '{"type":"connection_init"}')

let folder: Awaited<ReturnType<typeof emptyFolder>>
let server: Server
let port: number

beforeAll(async () => {
  folder = await emptyFolder()
  await mkdir(join(folder.path, 'plugins/holding'), { recursive: true })
  await writeFile(join(folder.path, 'plugins/holding/index.js'), PLUGIN)
  port = await freePort()
  server = await serve({ cwd: folder.path, port, env: { PLATFORM_PLUGINS_JSON: '{"server": ["holding"]}' } })
})

afterAll(async () => {
  await server[Symbol.asyncDispose]()
  await folder[Symbol.asyncDispose]()
})

/** An answer on another connection: by then the server has read all that was sent before. */
async function answers(): Promise<number> {
  return (await fetch(`${server.url}/livez`)).status
}

interface Stage {
  readonly name: string
  readonly sent: readonly (string | Buffer)[]
  readonly heard?: string
  readonly next?: Buffer
}

const HTTP: readonly Stage[] = [
  { name: 'before a request', sent: [] },
  { name: 'in the middle of a head', sent: ['GET /livez HTTP/1.1\r\nHo'] },
  { name: 'after a head', sent: [`${GRAPH}Content-Length: 100\r\n\r\n`] },
  { name: 'in the middle of a body', sent: [`${GRAPH}Content-Length: 100\r\n\r\n{"query":`] },
  { name: 'in the middle of a chunk', sent: [`${GRAPH}Transfer-Encoding: chunked\r\n\r\n64\r\n{"query":`] },
  { name: 'while a route computes', sent: ['GET /api/v1/held HTTP/1.1\r\nHost: localhost\r\n\r\n'] },
  { name: 'while a field computes', sent: [`${GRAPH}Content-Length: 18\r\n\r\n{"query":"{held}"}`] },
  {
    name: 'while an answer is being sent',
    sent: ['GET /api/v1/endless HTTP/1.1\r\nHost: localhost\r\n\r\n'],
    heard: 'xxxx',
  },
  { name: 'between two requests', sent: ['GET /livez HTTP/1.1\r\nHost: localhost\r\n\r\n'], heard: 'ok\n' },
]

const UPGRADES: readonly Stage[] = [
  { name: 'in the middle of a handshake', sent: [upgradeHead(LIVE)] },
  { name: 'after an upgrade that is refused for its path', sent: [`${upgradeHead('/nope')}\r\n\r\n`], heard: '404' },
  {
    name: 'after an upgrade that is refused for its origin',
    sent: [`${upgradeHead(LIVE, ['Origin: https://evil.example'])}\r\n\r\n`],
    heard: '403',
  },
  {
    name: 'after an upgrade that is refused for an origin of no form',
    sent: [`${upgradeHead(LIVE, ['Origin: nonsense'])}\r\n\r\n`],
    heard: '403',
  },
  {
    name: 'after an upgrade without a key',
    sent: [`GET ${LIVE} HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`],
    heard: '400',
  },
  {
    name: 'after an offer of another protocol',
    sent: ['GET /nope HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n'],
    heard: '404',
  },
]

const SOCKETS: readonly Stage[] = [
  { name: 'after a handshake', sent: [], heard: '101' },
  { name: 'in the middle of a frame', sent: [INIT.subarray(0, 9)], heard: '101' },
  {
    name: 'while a plugin thinks about the connection',
    sent: [frame(1, '{"type":"connection_init","payload":{"held":1}}')],
    heard: '101',
  },
  { name: 'once it is let in', sent: [INIT], heard: 'connection_ack' },
  {
    name: 'while it listens',
    sent: [INIT],
    heard: 'connection_ack',
    next: frame(1, '{"id":"1","type":"subscribe","payload":{"query":"subscription{commentAdded(asset_id:1){id}}"}}'),
  },
  { name: 'during the close that it asked for', sent: [frame(8, '\x03\xe8')] },
  { name: 'during the close that the server began', sent: [frame(1, 'nonsense')] },
].map(stage => ({ ...stage, sent: [`${upgradeHead(LIVE)}\r\n\r\n`, ...stage.sent] }))

const leavings: readonly Leaving[] = ['a reset', 'a half-close']

describe.each(leavings)('a client that leaves by %s ends no server', how => {
  async function survives(wire: Wire, sent: Stage['sent'], wait: () => Promise<unknown>): Promise<void> {
    for (const part of sent) wire.socket.write(part)
    await wait()
    await wire.leave(how)
    expect([await answers(), await answers()]).toEqual([200, 200])
    wire.socket.destroy()
  }

  test.each([...HTTP, ...UPGRADES, ...SOCKETS])('$name', async ({ sent, heard, next }) => {
    const wire = await openWire(port)
    await survives(wire, sent, async () => {
      if (heard !== undefined) await wire.until(heard)
      if (next !== undefined) wire.socket.write(next)
      return answers()
    })
    expect(wire.received).toContain(heard ?? '')
    // The server may not have read anything yet, or be at any step of it.
    await survives(await openWire(port), sent, async () => {})
  })

  test.each<[name: string, sent: string]>([
    ['before an order', ''],
    ['in the middle of an order', '{"name":'],
    ['after an order', '{"name":"verify-counts","options":{},"columns":null}\n'],
    ['after an order of no form', 'nonsense\n'],
    ['after an order that is not known', '{"name":"nothing","options":{},"columns":null}\n'],
  ])('%s, on the socket for commands', async (_name, sent) => {
    const path = join(folder.path, 'data/platform.db.sock')
    await survives(await openWire(path), [sent], answers)
    await survives(await openWire(path), [sent], async () => {})
  })
})

test('a server that many clients have left stops in order, and has logged no fault of its own', async () => {
  const wires = await Promise.all(
    [...UPGRADES.slice(1), ...SOCKETS].map(async ({ sent }) => {
      const wire = await openWire(port)
      for (const part of sent) wire.socket.write(part)
      return wire
    }),
  )
  await answers()
  server.stop('SIGTERM')
  const { exitCode, stderr } = await server.ended
  expect([exitCode, stderr.split('\n').filter(line => /no code caught|fatal|INTERNAL/.test(line))]).toEqual([0, []])
  for (const wire of wires) wire.socket.destroy()
})
