import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { afterEach, expect, test } from 'vitest'
import { createOutbound, type Outbound } from '../../src/outbound/outbound.ts'

const open: { server: Server; outbound: Outbound }[] = []

/** A server on loopback, and a client that may reach it. */
async function site(listener: RequestListener): Promise<{ url: string; outbound: Outbound; server: Server }> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const outbound = createOutbound({ allowed: [host] })
  open.push({ server, outbound })
  return { url: `http://${host}`, outbound, server }
}

/** A client that may reach nothing inside. */
function stranger(allowed: string[] = []): Outbound & AsyncDisposable {
  const outbound = createOutbound({ allowed })
  return { ...outbound, [Symbol.asyncDispose]: () => outbound.close() }
}

afterEach(async () => {
  for (const { server, outbound } of open.splice(0)) {
    await outbound.close()
    server.closeAllConnections()
    server.close()
  }
})

const code = (name: string) => expect.objectContaining({ code: name })

test('an address is fetched when the operator allows its host and port', async () => {
  const { url, outbound } = await site((_, res) => {
    res.setHeader('content-type', 'application/json').end('{"ok":true}')
  })
  const answer = await outbound.fetch(`${url}/x#part`)
  expect(answer).toMatchObject({ url: `${url}/x`, status: 200 })
  expect(answer.json()).toEqual({ ok: true })
})

test('a configured address may be that of a private server, which other requests can not reach [S14]', async () => {
  const { url } = await site(async (req, res) => {
    res.end(`${req.method} ${req.headers['content-type']} ${await text(req)}`)
  })
  await using outbound = stranger()
  const answer = await outbound.fetch(url, {
    trusted: true,
    method: 'POST',
    body: new URLSearchParams({ secret: 's', response: 'r' }),
  })
  expect(answer.text()).toBe('POST application/x-www-form-urlencoded;charset=UTF-8 secret=s&response=r')
  await expect(outbound.fetch(url)).rejects.toThrow(code('OUTBOUND_REFUSED'))
})

test('a trusted address may redirect within its own server only [S14]', async () => {
  const other = await site((_, res) => {
    res.end('inside')
  })
  const { url } = await site((req, res) => {
    if (req.url === '/end') res.end('end')
    else res.writeHead(302, { location: req.url === '/here' ? '/end' : other.url }).end()
  })
  await using outbound = stranger()
  expect((await outbound.fetch(`${url}/here`, { trusted: true })).text()).toBe('end')
  await expect(outbound.fetch(`${url}/there`, { trusted: true })).rejects.toThrow(code('OUTBOUND_REFUSED'))
})

test.each([
  'http://169.254.169.254/',
  'http://127.0.0.1:6379/',
  'file:///etc/passwd',
  'http://localhost/',
  '//10.0.0.1/',
  'gopher://x/',
  'http://u:p@example.org/',
])('every redirect is checked anew: %s [S06]', async location => {
  const { url, outbound } = await site((_, res) => {
    res.writeHead(302, { location }).end()
  })
  await expect(outbound.fetch(url)).rejects.toThrow(code('OUTBOUND_REFUSED'))
})

test('redirects are followed three times, a post becomes a get, and credentials stay with their server', async () => {
  const seen: string[] = []
  const end = await site((req, res) => {
    seen.push(`${req.method} ${req.headers['authorization'] ?? 'none'}`)
    res.end('end')
  })
  const start = await site((req, res) => {
    seen.push(`${req.method} ${req.headers['authorization']}`)
    res.writeHead(303, { location: end.url }).end()
  })
  await using outbound = stranger(['127.0.0.1'])
  const answer = await outbound.fetch(start.url, { method: 'POST', body: 'x', headers: { Authorization: 'Bearer 1' } })
  expect([answer.text(), ...seen]).toEqual(['end', 'POST Bearer 1', 'GET none'])
  const circle = await site((_, res) => {
    res.writeHead(301, { location: '/again' }).end()
  })
  await expect(circle.outbound.fetch(circle.url)).rejects.toThrow('redirects too often')
})

test.each<[string, RequestListener]>([
  ['headers that never come', () => {}],
  [
    'a body of a byte now and then',
    (_, res) => {
      res.write('x')
      const timer = setInterval(() => res.write('x'), 20)
      res.on('close', () => clearInterval(timer))
    },
  ],
  [
    'redirects that take their time',
    (_, res) => {
      setTimeout(() => res.writeHead(302, { location: '/again' }).end(), 90)
    },
  ],
])('%s end with the time given [S07]', async (_, listener) => {
  const { url, outbound } = await site(listener)
  await expect(outbound.fetch(url, { timeout: 250, redirects: 100 })).rejects.toThrow(code('OUTBOUND_TIMEOUT'))
})

test.each<[string, RequestListener]>([
  [
    'chunks without end',
    (_, res) => {
      const more = () => {
        while (!res.destroyed && res.write('x'.repeat(65_536)));
      }
      res.on('drain', more)
      more()
    },
  ],
  [
    'an announced 10 GB',
    (_, res) => {
      res.setHeader('content-length', 10_000_000_000)
      res.write('x')
    },
  ],
  [
    'a gzip bomb',
    (_, res) => {
      res.setHeader('content-encoding', 'gzip').end(gzipSync(Buffer.alloc(50_000_000)))
    },
  ],
])('%s are not read [S07]', async (_, listener) => {
  const { url, outbound } = await site(listener)
  await expect(outbound.fetch(url)).rejects.toThrow(code('OUTBOUND_TOO_LARGE'))
})

test('a hundred thousand headers are not read [S07]', async () => {
  const { url, outbound } = await site(req => {
    req.socket
      .on('error', () => {})
      .write(`HTTP/1.1 200 OK\r\n${Array.from({ length: 100_000 }, (_, i) => `x-${i}: y`).join('\r\n')}\r\n\r\n`)
  })
  await expect(outbound.fetch(url)).rejects.toThrow(code('OUTBOUND_FAILED'))
})

test('a connection is let go of when its answer is not read to the end', async () => {
  const closed: boolean[] = []
  const { url, outbound } = await site((_, res) => {
    res
      .on('close', () => closed.push(true))
      .setHeader('content-type', 'video/mp4')
      .write('x')
  })
  await expect(outbound.fetch(url, { accept: ['text/html'] })).rejects.toThrow('it is video/mp4, not text/html')
  await expect.poll(() => closed).toEqual([true])
})

test('a server that cannot be reached is an error immediately [S15]', async () => {
  const { url, server } = await site(() => {})
  server.close()
  await once(server, 'close')
  await using outbound = stranger()
  await expect(outbound.fetch(url, { trusted: true })).rejects.toThrow(code('OUTBOUND_FAILED'))
})
