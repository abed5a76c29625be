import { once } from 'node:events'
import { connect } from 'node:net'
import { createTestPlatform, type TestPlatform, type TestUser } from '@platform/plugin-testing'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { processorTimeOf } from '../../../../test/processor-time.ts'
import type { Listening } from '../../src/main/listen.ts'

let platform: TestPlatform
let listening: Listening

beforeAll(async () => {
  platform = await createTestPlatform({ env: { PORT: '0', HOST: '127.0.0.1' } })
  listening = await platform.listen()
})

afterAll(async () => {
  await listening.stop()
  await platform[Symbol.asyncDispose]()
})

/** Sends these bytes and gives what comes back until the connection ends, or until `enough` is there. */
async function raw(
  bytes: string | readonly string[],
  enough: (answer: string) => boolean = () => false,
): Promise<string> {
  const socket = connect(listening.port, '127.0.0.1')
  let answer = ''
  socket.on('error', () => {})
  const over = new Promise<void>(resolve => {
    socket.on('close', () => resolve())
    socket.on('data', data => {
      answer += String(data)
      if (enough(answer)) resolve()
    })
  })
  await once(socket, 'connect')
  for (const part of [bytes].flat()) if (!socket.destroyed) socket.write(part)
  await over
  socket.destroy()
  return answer
}

const statusOf = (answer: string) => Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1])
const request = (headers: readonly string[], body = '') =>
  `POST /api/v1/auth/local HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n${body}`
const JSON_TYPE = 'Content-Type: application/json'

describe('the Host header [H02]', () => {
  test.each<[name: string, headers: string[], status: number]>([
    ['absent', [], 400],
    ['twice', ['Host: localhost', 'Host: evil.example'], 400],
    ['twice in other letters', ['Host: localhost', 'hOSt: localhost'], 400],
  ])('%s', async (_name, headers, status) => {
    expect(
      statusOf(
        await raw(
          `GET /api/v1/auth HTTP/1.1\r\n${headers.map(header => `${header}\r\n`).join('')}Connection: close\r\n\r\n`,
        ),
      ),
    ).toBe(status)
  })
})

describe('a token of enormous size [J15]', () => {
  test.each<[name: string, head: string]>([
    ['300 kB in the address', `GET /api/v1/auth?access_token=${'x'.repeat(300_000)} HTTP/1.1\r\nHost: x\r\n\r\n`],
    [
      '300 kB in a cookie',
      `GET /api/v1/auth HTTP/1.1\r\nHost: x\r\nCookie: authorization=${'x'.repeat(300_000)}\r\n\r\n`,
    ],
    [
      'in 64 cookies of 4 kB',
      `GET /api/v1/auth HTTP/1.1\r\nHost: x\r\nCookie: ${Array.from({ length: 64 }, (_, i) => `c${i}=${'x'.repeat(4_000)}`).join('; ')}\r\n\r\n`,
    ],
    [
      '1 MB in the header',
      `GET /api/v1/auth HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${'x'.repeat(1_000_000)}\r\n\r\n`,
    ],
  ])('%s is refused before anything is computed about it, and the next request is answered', async (_name, head) => {
    const cost = await processorTimeOf(async () => {
      // Of a connection that is closed while more is on its way the answer may be lost; then there was none to be had.
      expect([431, Number.NaN]).toContain(statusOf(await raw(head, answer => answer.includes('\r\n\r\n'))))
    })
    expect(cost).toBeLessThan(150)
    expect(statusOf(await raw('GET /api/v1/auth HTTP/1.1\r\nHost: localhost:3000\r\nConnection: close\r\n\r\n'))).toBe(
      204,
    )
  })

  test('64 small cookies are no trouble', async () => {
    expect(
      statusOf(
        await raw(
          `GET /api/v1/auth HTTP/1.1\r\nHost: x\r\nCookie: ${Array.from({ length: 64 }, (_, i) => `c${i}=${'x'.repeat(100)}`).join('; ')}\r\nConnection: close\r\n\r\n`,
        ),
      ),
    ).toBe(204)
  })
})

describe('bodies that are not what they say [H01, H10]', () => {
  test.each<[name: string, bytes: string, status: number]>([
    [
      'a length above the limit',
      request(['Host: x', JSON_TYPE, `Content-Length: ${256 * 1024 + 1}`, 'Connection: close'], 'x'),
      413,
    ],
    [
      'an enormous length',
      request(['Host: x', JSON_TYPE, 'Content-Length: 99999999999', 'Connection: close'], 'x'),
      413,
    ],
    ['two lengths', request(['Host: x', JSON_TYPE, 'Content-Length: 2', 'Content-Length: 3'], '{}'), 400],
    [
      'a length and chunks',
      request(['Host: x', JSON_TYPE, 'Content-Length: 2', 'Transfer-Encoding: chunked'], '{}'),
      400,
    ],
    ['an unknown transfer encoding', request(['Host: x', JSON_TYPE, 'Transfer-Encoding: xchunked'], '{}'), 400],
    [
      'a chunk without a number',
      request(['Host: x', JSON_TYPE, 'Transfer-Encoding: chunked'], 'zz\r\n{}\r\n0\r\n\r\n'),
      400,
    ],
    ['a length that is no number', request(['Host: x', JSON_TYPE, 'Content-Length: two'], '{}'), 400],
  ])('%s', async (_name, bytes, status) => {
    expect(statusOf(await raw(bytes, answer => answer.includes('\r\n\r\n')))).toBe(status)
  })

  test('endless chunks are refused early, and the connection is closed', async () => {
    const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`
    const answer = await raw([
      request(['Host: x', JSON_TYPE, 'Transfer-Encoding: chunked']),
      ...Array.from({ length: 64 }, () => chunk),
    ])
    expect(statusOf(answer)).toBe(413)
  })
})

test('a request of HTTP/0.9 is not answered', async () => {
  expect(await raw('GET /api/v1\r\n\r\n')).not.toContain('version')
  expect(await raw('GET /livez\r\n\r\n')).not.toContain('ok')
})

test('headers above 16 KiB are refused', async () => {
  expect(statusOf(await raw(`GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(17 * 1024)}\r\n\r\n`))).toBe(431)
})

test('two Authorization headers are refused [J18]', async () => {
  const answer = await raw(
    'GET /api/v1/auth HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer a\r\nAuthorization: Bearer b\r\nConnection: close\r\n\r\n',
  )
  expect([statusOf(answer), answer.includes('BAD_REQUEST')]).toEqual([400, true])
})

describe('cookies that another host of the domain can plant [C09]', () => {
  let own: TestUser
  let planted: TestUser
  beforeAll(async () => {
    ;[own, planted] = [await platform.createUser(), await platform.createUser()]
  })
  /** Who the sender of a `Cookie` header is, and which cookie they are told to forget. */
  async function seen(cookie: string): Promise<{ status: number; user: string | null; cleared: boolean }> {
    const answer = await raw(
      `GET /api/v1/auth HTTP/1.1\r\nHost: localhost:3000\r\nCookie: ${cookie}\r\nConnection: close\r\n\r\n`,
    )
    return {
      status: statusOf(answer),
      user: /"user":\{"id":"([^"]+)"/.exec(answer)?.[1] ?? null,
      cleared: /set-cookie: authorization=; .*max-age=0/i.test(answer),
    }
  }
  const anonymous = { status: 204, user: null, cleared: true }
  const as = ({ user: { id } }: TestUser) => ({ status: 200, user: id, cleared: false })

  test('of two of one name the first counts, good or bad', async () => {
    expect(await seen(`authorization=${own.token}; authorization=${planted.token}`)).toEqual(as(own))
    expect(await seen(`authorization=${planted.token}; authorization=${own.token}`)).toEqual(as(planted))
    expect(await seen(`authorization=bad; authorization=${own.token}`)).toEqual(anonymous)
    expect(await seen(`authorization=${own.token}; authorization=bad`)).toEqual(as(own))
  })

  test.each<[name: string, others: string]>([
    ['a hundred others', Array.from({ length: 100 }, (_, i) => `c${i}=v`).join('; ')],
    ['one of 8 kB', `big=${'x'.repeat(8_192)}`],
    ['a quote that never ends', 'a="; b=c'],
    ['a quote around a separator', 'a="b; c=d"'],
    ['names of every object', '__proto__=x; constructor=y; toString=z; hasOwnProperty=1'],
    ['one without a name, and one without a value', '=x; y; ;;'],
    ['an escape that is none', 'a=%E0%A4%A; b=%'],
    ['bytes above ASCII', 'a=\u00fc\u00ff'],
  ])('%s change nothing about the right one', async (_name, others) => {
    expect(await seen(`${others}; authorization=${own.token}`)).toEqual(as(own))
    expect(await seen(`authorization=${own.token}; ${others}`)).toEqual(as(own))
  })

  test.each<[name: string, cookie: string]>([
    ['of 8 kB', `authorization=${'x'.repeat(8_200)}`],
    ['of 8 kB that begins like a token', `authorization=eyJhbGciOiJIUzI1NiJ9.${'x'.repeat(8_000)}.${'y'.repeat(43)}`],
    ['with a quote', 'authorization="'],
    ['with an escape that is none', 'authorization=%E0%A4%A'],
    ['that names every object', 'authorization=__proto__'],
  ])('a caller with a token %s is anonymous, and the cookie is cleared', async (_name, cookie) => {
    expect(await seen(cookie)).toEqual(anonymous)
  })
})

test('a repeated query parameter is refused [J23]', async () => {
  for (const path of ['/api/v1/auth?access_token=a&access_token=b', '/api/v1/auth?access_token=b&x=1&access_token=c']) {
    const answer = await raw(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
    expect([statusOf(answer), answer.includes('BAD_REQUEST')]).toEqual([400, true])
  }
})

test('requests sent in one go are answered in their order [H11]', async () => {
  const one = (id: number) =>
    `GET /api/v1/nothing HTTP/1.1\r\nHost: x\r\nX-Request-Id: r${id}\r\n${id === 500 ? 'Connection: close\r\n' : ''}\r\n`
  const answer = await raw(Array.from({ length: 500 }, (_, i) => one(i + 1)).join(''))
  expect([...answer.matchAll(/x-request-id: r(\d+)/gi)].map(match => Number(match[1]))).toEqual(
    Array.from({ length: 500 }, (_, i) => i + 1),
  )
})

test('hundreds who ask for readiness at once ask the stores a few times', async () => {
  const { docstore, kvstore } = platform.services
  const pings = [vi.spyOn(docstore, 'ping'), vi.spyOn(kvstore, 'ping')]
  onTestFinished(() => void vi.restoreAllMocks())
  const one = (end = '') => `GET /readyz HTTP/1.1\r\nHost: x\r\n${end}\r\n`
  const answer = await raw(one().repeat(899) + one('Connection: close\r\n'))
  expect(answer.match(/^HTTP\/1\.1 200 OK\r$/gm)).toHaveLength(900)
  for (const { mock } of pings) {
    expect(mock.calls.length).toBeGreaterThan(0)
    expect(mock.calls.length).toBeLessThan(300)
  }
})

test('a client that sends more than a thousand requests and waits for no answer is disconnected [H11]', async () => {
  const one = `GET /readyz HTTP/1.1\r\nHost: x\r\nX-Padding: ${'x'.repeat(500)}\r\n\r\n`
  const [many, few] = [await raw(one.repeat(20_000)), await raw(one, answer => answer.includes('ok'))]
  expect(many.match(/^HTTP\/1\.1 200 OK\r$/gm)?.length ?? 0).toBeLessThan(5_000)
  expect(few).toContain('200 OK')
})

test("a reader who asks while another's answer is being computed gets it too", async () => {
  const asset = await platform.createAsset()
  const body = JSON.stringify({ query: `{ asset(id: "${asset.id}") { totalCommentCount } }` })
  const answers = await Promise.all(
    Array.from({ length: 30 }, async () =>
      (
        await fetch(`http://127.0.0.1:${listening.port}/api/v1/graph/ql`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body,
        })
      ).json(),
    ),
  )
  expect(new Set(answers.map(answer => JSON.stringify(answer)))).toEqual(
    new Set(['{"data":{"asset":{"totalCommentCount":0}}}']),
  )
})
