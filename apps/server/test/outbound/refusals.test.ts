import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { isPublicAddress } from '../../src/outbound/address.ts'
import type { Resolve } from '../../src/outbound/connect.ts'
import { createOutbound } from '../../src/outbound/outbound.ts'

const outbound = createOutbound()
afterAll(() => outbound.close())

const code = (name: string) => expect.objectContaining({ code: name })

test('nothing but the outbound client opens HTTP connections [S01]', () => {
  const root = fileURLToPath(new URL('../../src/', import.meta.url))
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    file => /\.tsx?$/.test(file) && !/^(outbound|testing)\//.test(file),
  )
  const opens =
    /from 'undici'|from 'node:https'|import \{[^}]*\b(request|get|Agent)\b[^}]*\} from 'node:http'|(?<![.\w])fetch\(/
  expect(files.length).toBeGreaterThan(100)
  expect(
    files.filter(file => opens.test(readFileSync(join(root, file), 'utf8').replace(/\/\*\*[\s\S]*?\*\//g, ''))),
  ).toEqual([])
})

test.each([
  'http://127.1/',
  'http://2130706433/',
  'http://0x7f.1/',
  'http://0177.0.0.1/',
  'http://[::1]/',
  'http://[::ffff:127.0.0.1]/',
  'http://[64:ff9b::7f00:1]/',
  'http://[::7f00:1]/',
  'http://[::127.0.0.1]/',
  'http://[::5db8:d822]/',
  'http://[4000::1]/',
  'http://0.0.0.0/',
  'http://169.254.169.254/latest/meta-data',
  'http://100.64.0.1/',
  'http://198.18.0.1/',
  'http://[fc00::1]/',
  'http://[fe80::1]/',
  'http://localhost/',
  'http://localhost./',
  'http://a.localhost/',
  'http://10.0.0.1/',
  'http://192.168.1.1/',
  'http://172.16.0.1/',
  'http://224.0.0.1/',
  'http://[2002:7f00:1::]/',
  'http://db.internal/',
])('%s is not fetched [S03]', async url => {
  await expect(outbound.fetch(url)).rejects.toThrow(code('OUTBOUND_REFUSED'))
})

test.each(['93.184.216.34', '2606:2800:220:1:248:1893:25c8:1946', '64:ff9b::5db8:d822'])(
  '%s is public [S03]',
  address => {
    expect(isPublicAddress(address)).toBe(true)
  },
)

test.each([
  'http://example.org:22/',
  'http://example.org:25/',
  'http://example.org:6379/',
  'http://example.org:27017/',
  'http://example.org:1/',
  'http://user:secret@example.org/',
  'http://user@example.org/',
  'ftp://example.org/',
  'file:///etc/passwd',
  'gopher://example.org/',
  'javascript:alert(1)',
  'data:,x',
  '//example.org/',
  'example.org',
  '',
  'http://',
  'http://exam ple.org/',
  'http://example.org/a b',
  'http://example.org/%0d%0aSET x 1',
  'http://example.org/%0D%0Ax',
  'http://example.org\r\nx: y/',
  'http://example.org/\u0000',
])('%j is not fetched [S06]', async url => {
  await expect(outbound.fetch(url)).rejects.toThrow(code('OUTBOUND_REFUSED'))
})

const PUBLIC = '93.184.216.34'

/** A name server: lists of addresses by name, one a question, of which the last stays; or how it fails. */
function names(
  map: Readonly<Record<string, readonly (readonly string[])[] | string>>,
): Resolve & { readonly asked: string[] } {
  const asked: string[] = []
  const resolve: Resolve = (name, _, done) => {
    const known = map[name] ?? 'ENOTFOUND'
    const times = asked.filter(other => other === name).length
    asked.push(name)
    if (typeof known === 'string') return done(Object.assign(new Error(`getaddrinfo ${known}`), { code: known }), [])
    done(
      null,
      known[Math.min(times, known.length - 1)]!.map(address => ({ address, family: address.includes(':') ? 6 : 4 })),
    )
  }
  return Object.assign(resolve, { asked })
}

function client(options: Parameters<typeof createOutbound>[0]) {
  const made = createOutbound(options)
  return { ...made, [Symbol.asyncDispose]: () => made.close() }
}

test('not a byte reaches a private server, by address or by name [S06]', async () => {
  const received: Buffer[] = []
  const server = createServer(socket => {
    socket.on('data', data => received.push(data)).on('error', () => {})
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await using site = client({ resolve: names({ 'innocent.example': [['127.0.0.1']] }) })
  for (const url of [`http://127.0.0.1:${port}/`, `http://innocent.example:${port}/`])
    await expect(site.fetch(url)).rejects.toThrow(code('OUTBOUND_REFUSED'))
  server.close()
  expect(Buffer.concat(received).length).toBe(0)
})

test.each([
  ['a private address', ['10.0.0.1']],
  ['a private one among public ones', [PUBLIC, '127.0.0.1']],
  ['a private IPv6 address', ['fd00::1']],
  ['a wrapped loopback address', ['::ffff:127.0.0.1']],
])('a name with %s is not fetched [S05]', async (_, addresses) => {
  await using site = client({ resolve: names({ 'article.example': [addresses] }) })
  await expect(site.fetch('http://article.example/')).rejects.toThrow(code('OUTBOUND_REFUSED'))
})

test.each(['ENOTFOUND', 'EAI_AGAIN'])('a name that fails with %s is an error [S05]', async failure => {
  await using site = client({ resolve: names({ 'article.example': failure }) })
  await expect(site.fetch('http://article.example/')).rejects.toThrow(code('OUTBOUND_FAILED'))
})

test('a name server that says nothing is given up [S05]', async () => {
  await using site = client({ resolve: () => {} })
  await expect(site.fetch('http://article.example/', { timeout: 100 })).rejects.toThrow(code('OUTBOUND_TIMEOUT'))
})

test('a name is resolved once for each connection, so the checked address is the one that is used [S05]', async () => {
  const resolve = names({ 'article.example': [['127.0.0.2'], [PUBLIC]] })
  await using site = client({ resolve })
  await expect(site.fetch('http://article.example/')).rejects.toThrow(code('OUTBOUND_REFUSED'))
  expect(resolve.asked).toEqual(['article.example'])
})
