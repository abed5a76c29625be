import { createReadStream } from 'node:fs'
import { PassThrough, pipeline, Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { answersWithin, type PluginRouter } from '@platform/plugin-sdk'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { named } from '../compose/named.ts'
import { type LivePlatform, startLive } from '../live/socket.ts'
import { openWire } from './wire.ts'

const TIMES = { firstByte: 400, silence: 600 }
const LARGE = 256 * 1024 + 1
const MEGABYTE = 1024 ** 2

let live: LivePlatform
let raw: { bytes: number }[]

/** A stream that sends some bytes and then fails. */
function failing(): Readable {
  const stream = new PassThrough()
  stream.write('half ')
  setTimeout(() => stream.destroy(new Error('the disk is gone')), 100)
  return stream
}

/** Sends a part every 150 ms; with `last` it ends after as many. */
function ticking(last: number): Readable {
  const stream = new PassThrough()
  let sent = 0
  const timer = setInterval(() => {
    stream.write(`part ${++sent}\n`)
    if (sent === last) stream.end()
  }, 150)
  stream.once('close', () => clearInterval(timer))
  return stream
}

function router(own: PluginRouter): void {
  own.get('/api/v1/held', () => {})
  own.koa.get('/api/v1/held-koa', () => new Promise(() => {}))
  own.get('/api/v1/held-longer', answersWithin({ firstByte: 1_500 }), (_req, res) => {
    setTimeout(() => res.send('at last'), 800)
  })
  own.koa.get('/api/v1/poll-koa', answersWithin({ firstByte: null }), async ctx => {
    await new Promise(resolve => setTimeout(resolve, 900))
    ctx.body = 'news'
  })
  own.get('/api/v1/half', (_req, res) => {
    res.write('half')
  })
  own.get('/api/v1/half-of-slow', answersWithin({ firstByte: 5_000 }), (_req, res) => {
    res.write('half')
  })
  own.get('/api/v1/late-and-pausing', answersWithin({ firstByte: 1_000 }), (_req, res) => {
    setTimeout(() => res.write('late '), 700)
    setTimeout(() => res.end('and whole'), 1_100)
  })
  own.get('/api/v1/events', answersWithin({ silence: null }), (_req, res) => {
    res.type('text/event-stream').flushHeaders()
    setTimeout(() => res.end('data: late\n\n'), 1_500)
  })
  own.get('/api/v1/download', (_req, res) => {
    ticking(8).pipe(res)
  })
  own.get('/api/v1/large', (_req, res) => {
    res.send(Buffer.alloc(48 * MEGABYTE))
  })
  own.koa.get('/api/v1/download-koa', ctx => {
    ctx.body = ticking(8)
  })
  own.get('/api/v1/piped', (_req, res) => {
    for (const _ of [1, 2, 3]) res.once('close', () => {})
    pipeline(Readable.from(['one ', 'two']), new PassThrough(), res, () => {})
  })
  own.get('/api/v1/no-file', (_req, res) => {
    createReadStream('/there/is/no/such/file').pipe(res)
  })
  own.get('/api/v1/failing', (_req, res) => {
    failing().pipe(res)
  })
  own.get('/api/v1/ending-early', (_req, res) => {
    const stream = new PassThrough()
    stream.pipe(res)
    stream.destroy()
  })
  own.get('/api/v1/handling', (_req, res) => {
    createReadStream('/there/is/no/such/file')
      .on('error', () => setTimeout(() => res.status(404).send('no such file'), 50))
      .pipe(res)
  })
  own.koa.get('/api/v1/no-file-koa', ctx => {
    ctx.body = createReadStream('/there/is/no/such/file')
  })
  own.koa.get('/api/v1/failing-koa', ctx => {
    ctx.body = failing()
  })
  own.post('/api/v1/raw', (req, res) => {
    const read = { bytes: 0 }
    raw.push(read)
    req.on('data', (part: Buffer) => {
      read.bytes += part.length
    })
    req.on('end', () => res.json(read))
  })
}

beforeAll(async () => {
  raw = []
  live = await startLive({ plugins: [named('slow', { router })], deadlines: TIMES })
})
afterAll(() => live[Symbol.asyncDispose]())

const get = (path: string) => fetch(`http://127.0.0.1:${live.listening.port}/api/v1/${path}`)
const logged = (path: string) =>
  live.platform.logs.filter(({ msg, level }) => level === 'error' && String(msg).includes(path)).map(({ msg }) => msg)

describe('a route that does not answer', () => {
  test.each([
    ['held', 'GET /api/v1/held'],
    ['held-koa', 'GET /api/v1/held-koa'],
  ])('%s is ended with 504, and the log names it', async (path, place) => {
    const response = await get(path)
    expect([response.status, ((await response.json()) as { error: { code: string } }).error.code]).toEqual([
      504,
      'PLUGIN_TIMEOUT',
    ])
    expect(logged(`router ${place}: nothing was answered within 0.4 s`)).toEqual([
      expect.stringMatching(/^PLUGIN_TIMEOUT slow/),
    ])
  })

  test('has the time that it declares, or all it likes', async () => {
    expect(await (await get('held-longer')).text()).toBe('at last')
    expect(await (await get('poll-koa')).text()).toBe('news')
  })

  test('is ended when it falls silent after its first bytes', async () => {
    await expect(get('half').then(response => response.text())).rejects.toThrow()
    expect(logged('GET /api/v1/half: no byte of the answer followed for 0.6 s')).toHaveLength(1)
  })

  test('is ended for its silence long before the time for its first byte is over', async () => {
    const since = performance.now()
    await expect(get('half-of-slow').then(response => response.text())).rejects.toThrow()
    expect(performance.now() - since).toBeGreaterThan(TIMES.silence)
    expect(performance.now() - since).toBeLessThan(5_000)
    expect(logged('GET /api/v1/half-of-slow: no byte of the answer followed for 0.6 s')).toHaveLength(1)
  })

  test('may pause for all of the silence limit after a first byte that came late', async () => {
    expect(await (await get('late-and-pausing')).text()).toBe('late and whole')
    expect(logged('late-and-pausing')).toEqual([])
  })

  test.each(['download', 'download-koa'])('%s goes on for as long as bytes come', async path => {
    expect((await (await get(path)).text()).split('\n')).toHaveLength(9)
  })

  test('one large part goes on for as long as a slow client reads it', async () => {
    const since = performance.now()
    let read = 0
    let pause = 2 * MEGABYTE
    for await (const part of (await get('large')).body!) {
      read += part.length
      if (read < pause) continue
      pause += 2 * MEGABYTE
      await wait(75)
    }
    expect(read).toBe(48 * MEGABYTE)
    expect(performance.now() - since).toBeGreaterThan(TIMES.firstByte + 2 * TIMES.silence)
  })

  test('an event stream may be silent, when its route declares so', async () => {
    const response = await get('events')
    expect([response.status, await response.text()]).toEqual([200, 'data: late\n\n'])
  })
})

describe('a stream that fails while it is piped into an answer', () => {
  test.each(['no-file', 'no-file-koa', 'ending-early'])('%s: before the first byte it is a 500', async path => {
    const response = await get(path)
    expect([response.status, ((await response.json()) as { error: { code: string } }).error.code]).toEqual([
      500,
      'PLUGIN_FAILED',
    ])
    expect(logged(`GET /api/v1/${path} `)).toHaveLength(1)
  })

  test.each(['failing', 'failing-koa'])('%s: half an answer does not look like a whole one', async path => {
    const since = performance.now()
    await expect(get(path).then(response => response.text())).rejects.toThrow()
    expect(performance.now() - since).toBeLessThan(TIMES.firstByte + TIMES.silence)
    expect(logged(`GET /api/v1/${path} `)).toHaveLength(1)
  })

  test('a plugin that handles the error itself answers itself', async () => {
    const response = await get('handling')
    expect([response.status, await response.text()]).toEqual([404, 'no such file'])
  })
})

describe('a body beyond the limit', () => {
  const head = (length: string, path = '/api/v1/raw') => `POST ${path} HTTP/1.1\r\nHost: localhost\r\n${length}\r\n\r\n`

  test('is read by no handler that reads the request itself, when its length is known', async () => {
    const before = raw.length
    const wire = await openWire(live.listening.port)
    wire.socket.write(head(`Content-Length: ${LARGE}`))
    await wire.ended
    expect(wire.received).toMatch(/^HTTP\/1\.1 413 [\s\S]*"code":"PAYLOAD_TOO_LARGE"/)
    expect(raw.length).toBe(before)
    wire.socket.destroy()
  })

  test('is cut for such a handler, when it comes in chunks', async () => {
    const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`
    const wire = await openWire(live.listening.port)
    wire.socket.write(head('Transfer-Encoding: chunked') + chunk.repeat(6))
    await wire.ended
    expect(wire.received).toMatch(/^HTTP\/1\.1 413 [\s\S]*"code":"PAYLOAD_TOO_LARGE"/)
    expect(raw.at(-1)!.bytes).toBeLessThanOrEqual(256 * 1024)
    wire.socket.destroy()
  })

  test.each([
    ['of a known length', '/api/v1/raw', `Content-Length: ${100 * 1024 * 1024}`, ''],
    ['of a known length, to GraphQL', '/api/v1/graph/ql', `Content-Length: ${100 * 1024 * 1024}`, ''],
    ['in chunks', '/api/v1/raw', 'Transfer-Encoding: chunked', '100000\r\n'],
    [
      'in chunks, to the core',
      '/api/v1/auth/local',
      'Content-Type: application/json\r\nTransfer-Encoding: chunked',
      '100000\r\n',
    ],
  ])('%s is left unread, and the connection is closed', async (_name, path, length, prefix) => {
    const wire = await openWire(live.listening.port)
    const gone = new Promise(resolve => wire.socket.once('close', resolve))
    const part = Buffer.from(`${prefix}${'x'.repeat(0x100000)}${prefix === '' ? '' : '\r\n'}`)
    wire.socket.write(head(length, path))
    let sent = 0
    const more = () => {
      while (!wire.socket.destroyed && sent < 100) {
        sent++
        if (!wire.socket.write(part)) return
      }
    }
    wire.socket.on('drain', more)
    more()
    const since = performance.now()
    await gone
    expect(performance.now() - since).toBeLessThan(5_000)
    // What the two systems keep in between is not read by the server.
    expect(sent).toBeLessThan(20)
  })

  test('up to the limit is taken', async () => {
    const response = await fetch(`http://127.0.0.1:${live.listening.port}/api/v1/raw`, {
      method: 'POST',
      body: 'x'.repeat(256 * 1024),
    })
    expect(await response.json()).toEqual({ bytes: 256 * 1024 })
    const chunked = await fetch(`http://127.0.0.1:${live.listening.port}/api/v1/raw`, {
      method: 'POST',
      body: Readable.toWeb(Readable.from(['x'.repeat(1000), 'y'.repeat(1000)])) as ReadableStream,
      duplex: 'half',
    } as RequestInit)
    expect(await chunked.json()).toEqual({ bytes: 2000 })
  })
})

test('a plugin that pipes an answer through several streams causes no warning about listeners', async () => {
  const warnings: Error[] = []
  const keep = (warning: Error) => warnings.push(warning)
  process.on('warning', keep)
  try {
    expect(await (await get('piped')).text()).toBe('one two')
    // Warnings are emitted in a later turn, which a second request outlasts.
    await get('piped')
  } finally {
    process.off('warning', keep)
  }
  expect(warnings).toEqual([])
})
