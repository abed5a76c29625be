import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { Agent, get } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { freePort } from '../free-port.ts'
import { openWire } from '../http/wire.ts'
import { emptyFolder, serve } from './command.ts'

/** Has a process say when it first listens to SIGTERM, which is before it has loaded the server. */
const SAYS_LOADING = `--import=data:text/javascript,${encodeURIComponent(
  'process.on("newListener", name => { if (name === "SIGHUP") console.error("loading") })',
)}`

const BIN = fileURLToPath(new URL('../../bin/platform.js', import.meta.url))

/** What busy clients ask for: health, a page, a script, GraphQL, and an address that nothing has. */
const PATHS = ['/livez', '/', '/embed.js', '/api/v1/graph/ql?query=%7B__typename%7D', '/nope']

/** One request after the other on connections that are kept, until the server says that it ends them. */
async function browse(url: string, path: string): Promise<{ answered: number; error: string | null }> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  let answered = 0
  try {
    for (;;) {
      const closing = await new Promise<boolean>((resolve, reject) => {
        get(url + path, { agent }, response => {
          response.resume().once('end', () => resolve(response.headers.connection === 'close'))
        }).once('error', reject)
      })
      answered += 1
      if (closing) return { answered, error: null }
    }
  } catch (error) {
    return { answered, error: (error as { code?: string }).code ?? String(error) }
  } finally {
    agent.destroy()
  }
}

interface Interrupted {
  /** The source of the hook `init` of a listed plugin. */
  readonly init: string
  /** The text on standard error after which the signal is sent. */
  readonly said: string
  readonly signal: NodeJS.Signals
  readonly env?: Record<string, string>
}

/** Signals a server while it starts. @returns its end, and its standard output. */
async function interruptStart({ init, said, signal, env }: Interrupted) {
  const folder = await emptyFolder()
  onTestFinished(() => folder[Symbol.asyncDispose]())
  await mkdir(join(folder.path, 'plugins/slow'), { recursive: true })
  await writeFile(join(folder.path, 'plugins/slow/index.js'), `module.exports = { init: ${init} }`)
  await writeFile(join(folder.path, 'plugins.json'), '{ "server": ["slow"] }')
  const child = spawn(process.execPath, [SAYS_LOADING, BIN, 'serve'], {
    cwd: folder.path,
    env: { PATH: process.env['PATH'], HOME: folder.path, PORT: String(await freePort()), HOST: '127.0.0.1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [ended, out] = [once(child, 'exit'), text(child.stdout)]
  for await (const chunk of child.stderr) if (String(chunk).includes(said)) break
  child.kill(signal)
  return { ended, out }
}

// Each test starts processes, which take long on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

describe('stopping by SIGTERM', () => {
  test('tells every busy client that its connection ends, and breaks none of their requests off [F10]', async () => {
    await using folder = await emptyFolder()
    await using server = await serve({ cwd: folder.path, port: await freePort() })
    const clients = Array.from({ length: 16 }, (_, at) => browse(server.url, PATHS[at % PATHS.length]!))
    await fetch(`${server.url}/livez`)
    server.stop('SIGTERM')
    const ends = await Promise.all(clients)
    expect(ends.map(({ error }) => error)).toEqual(clients.map(() => null))
    expect((await server.ended).exitCode).toBe(0)
  })

  test('is told by readiness first; requests are answered until the delay that is configured is over [F10]', async () => {
    await using folder = await emptyFolder()
    const env = { PLATFORM_DRAIN_DELAY: '1500ms' }
    await using server = await serve({ cwd: folder.path, port: await freePort(), env })
    const begun = performance.now()
    server.stop('SIGTERM')
    await expect.poll(async () => (await fetch(`${server.url}/readyz`)).status, { interval: 20 }).toBe(503)
    const meanwhile = await fetch(`${server.url}/livez`)
    expect([meanwhile.status, meanwhile.headers.get('connection')]).toEqual([200, 'close'])
    expect((await server.ended).exitCode).toBe(0)
    expect(performance.now() - begun).toBeGreaterThan(1_400)
  })

  test('does not wait for a client that sent half of its headers [F10]', async () => {
    await using folder = await emptyFolder()
    const port = await freePort()
    await using server = await serve({ cwd: folder.path, port })
    const wire = await openWire(port)
    wire.socket.write('GET /livez HTTP/1.1\r\nHost: local')
    await fetch(`${server.url}/livez`)
    const begun = performance.now()
    server.stop('SIGTERM')
    expect((await server.ended).exitCode).toBe(0)
    expect(performance.now() - begun).toBeLessThan(4_000)
    wire.socket.destroy()
  })

  test.each([
    ['while the server is being loaded', 'SIGTERM', 'loading'],
    ['while the server is being loaded', 'SIGHUP', 'loading'],
    ['while a plugin is being initialised', 'SIGTERM', 'initialising'],
    ['while a plugin is being initialised', 'SIGHUP', 'initialising'],
  ] as const)('%s, by %s, ends with 0 [F10]', { timeout: 30_000 }, async (_when, signal, said) => {
    const init = '() => { console.error("initialising"); return new Promise(() => {}) }'
    const { ended } = await interruptStart({ init, said, signal })
    expect(await ended).toEqual([0, null])
  })

  test('while a plugin is being initialised, opens no port once the plugin is ready [F10]', async () => {
    const init = '() => { console.error("initialising"); return new Promise(end => setTimeout(end, 300)) }'
    const env = { PLATFORM_DRAIN_DELAY: '50s' }
    const { ended, out } = await interruptStart({ init, said: 'initialising', signal: 'SIGTERM', env })
    expect([await ended, await out]).toEqual([[0, null], ''])
  })
})

test('signals that follow the first one change nothing: the requests in flight are finished', async () => {
  await using folder = await emptyFolder()
  const env = { PLATFORM_DRAIN_DELAY: '1500ms' }
  await using server = await serve({ cwd: folder.path, port: await freePort(), env })
  const begun = performance.now()
  server.stop('SIGTERM')
  await expect.poll(async () => (await fetch(`${server.url}/readyz`)).status, { interval: 20 }).toBe(503)
  for (const signal of ['SIGTERM', 'SIGHUP', 'SIGINT', 'SIGINT'] as const) server.stop(signal)
  expect((await fetch(`${server.url}/livez`)).status).toBe(200)
  expect((await server.ended).exitCode).toBe(0)
  expect(performance.now() - begun).toBeGreaterThan(1_400)
})

test('Ctrl-C that is pressed again later ends the server immediately', async () => {
  await using folder = await emptyFolder()
  await using server = await serve({ cwd: folder.path, port: await freePort(), env: { PLATFORM_DRAIN_DELAY: '50s' } })
  const pressing = setInterval(() => server.stop('SIGINT'), 300)
  const { exitCode } = await server.ended
  clearInterval(pressing)
  expect(exitCode).toBe(1)
})
