import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connect, handshake, type LivePlatform, type RawClient, startLive } from '../live/socket.ts'
import { openWire, upgradeHead, type Wire } from './wire.ts'

const LIMITS = {
  PLATFORM_CONNECTIONS_PER_ADDRESS: '5',
  PLATFORM_LIVE_CONNECTIONS_PER_ADDRESS: '2',
  PLATFORM_LIVE_SUBSCRIPTIONS_PER_ADDRESS: '3',
}
const QUERY = '{"query":"{__typename}"}'

let live: LivePlatform
let proxied: LivePlatform
beforeAll(async () => {
  live = await startLive({ env: LIMITS, now: new Date('2026-03-01T12:00:00Z'), deadlines: { firstRequest: 500 } })
  proxied = await startLive({ env: { ...LIMITS, PLATFORM_TRUST_PROXY: 'loopback' } })
})
afterAll(async () => {
  await live[Symbol.asyncDispose]()
  await proxied[Symbol.asyncDispose]()
})

const request = (path: string, headers: readonly string[] = []) =>
  [`GET ${path} HTTP/1.1`, 'Host: localhost', ...headers, '', ''].join('\r\n')

/** Opens a connection, sends this, and waits for the head of the answer. */
async function ask(sent: string, { from = '127.0.0.1', to = live }: { from?: string; to?: LivePlatform } = {}) {
  const wire = await openWire(to.listening.port, from)
  wire.socket.write(sent)
  await wire.until('\r\n\r\n')
  return wire
}

const statusOf = ({ received }: Wire) => Number(/^HTTP\/1\.1 (\d+)/.exec(received)?.[1])
async function leave(wires: readonly Wire[]): Promise<void> {
  for (const wire of wires) await wire.leave('a reset')
}

test('a connection that sends nothing is closed, and one that sends a request is not [H07]', async () => {
  const since = performance.now()
  const speaking = await ask(request('/api/v1/auth'), { from: '127.0.0.40' })
  const silent = await Promise.all(Array.from({ length: 4 }, () => openWire(live.listening.port, '127.0.0.41')))
  await Promise.all(silent.map(({ ended }) => ended))
  expect(performance.now() - since).toBeLessThan(5_000)
  speaking.socket.write(request('/startupz'))
  await speaking.until('ok\n')
  await leave([speaking])
})

describe('one address', () => {
  test('has the connections that the operator allows, and others are not affected', async () => {
    const held = []
    for (let i = 0; i < 5; i++) held.push(await ask(request('/api/v1/auth')))
    expect(held.map(statusOf)).toEqual([204, 204, 204, 204, 204])
    const refused = await ask(request('/api/v1/auth'))
    await refused.ended
    expect(statusOf(refused)).toBe(429)
    expect(refused.received).toMatch(/^retry-after: 5\r$/im)
    expect(refused.received).toContain('"code":"RATE_LIMIT_EXCEEDED"')
    const graph = await ask(
      `POST /api/v1/graph/ql HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${QUERY.length}\r\n\r\n${QUERY}`,
    )
    await graph.ended
    expect(JSON.parse(graph.received.split('\r\n\r\n')[1]!)).toEqual({
      errors: [{ message: expect.any(String), extensions: { code: 'RATE_LIMIT_EXCEEDED', retryAfter: 5 } }],
    })
    const other = await ask(request('/api/v1/auth'), { from: '127.0.0.9' })
    expect(statusOf(other)).toBe(204)
    await leave([held.pop()!, refused, graph, other])
    await expect.poll(async () => statusOf(await ask(request('/api/v1/auth')))).toBe(204)
    await leave(held)
  })

  test('has the live connections that the operator allows [W23]', async () => {
    const from = '127.0.0.20'
    const upgrade = () => ask(`${upgradeHead('/api/v1/live')}\r\n\r\n`, { from })
    const held = [await upgrade(), await upgrade()]
    expect(held.map(statusOf)).toEqual([101, 101])
    const refused = await upgrade()
    await refused.ended
    expect([statusOf(refused), /^retry-after: 5\r$/im.test(refused.received)]).toEqual([429, true])
    expect(await handshake(live.url)).toBe(101)
    await leave([held.pop()!])
    await expect.poll(async () => statusOf(await upgrade())).toBe(101)
    await leave(held)
  })
})

/** Begins a subscription, and gives the code of its refusal; `null` when it is accepted. */
async function begin(client: RawClient, id: string): Promise<string | null> {
  client.send({ id, type: 'subscribe', payload: { query: 'subscription { commentAdded { id } }' } })
  // The refusal of this one comes after that of the other.
  client.send({ id: `after ${id}`, type: 'subscribe', payload: { query: 'subscription { nothing }' } })
  const first = await client.next('error')
  if (first.id !== id) return null
  await client.next('error', `after ${id}`)
  return first.payload[0].extensions.code
}

describe('the subscriptions of one address', () => {
  test.each<[name: string, to: () => LivePlatform, one: object, other: object]>([
    ['of the address itself', () => live, { from: '127.0.0.50' }, { from: '127.0.0.51' }],
    [
      'of the address that a trusted proxy names, of IPv6 the /64',
      () => proxied,
      { headers: { 'X-Forwarded-For': '2001:db8:5:2::1' } },
      { headers: { 'X-Forwarded-For': '2001:db8:5:3::1' } },
    ],
  ])('are limited, over all its connections: those %s', async (_name, to, one, other) => {
    const { url } = to()
    const [first, second, stranger] = [await connect(url, one), await connect(url, one), await connect(url, other)]
    expect([await begin(first, 'a'), await begin(first, 'b'), await begin(second, 'c')]).toEqual([null, null, null])
    expect([await begin(first, 'd'), await begin(second, 'e')]).toEqual([
      'TOO_MANY_SUBSCRIPTIONS',
      'TOO_MANY_SUBSCRIPTIONS',
    ])
    expect(await begin(stranger, 'a')).toBe(null)
    first.send({ id: 'a', type: 'complete' })
    await expect.poll(() => begin(second, 'f')).toBe(null)
    expect(await begin(second, 'g')).toBe('TOO_MANY_SUBSCRIPTIONS')
    first.socket.terminate()
    await expect.poll(() => begin(second, 'h')).toBe(null)
    for (const { socket } of [second, stranger]) socket.terminate()
  })

  test('a refusal names the limit, and closes nothing', async () => {
    const client = await connect(live.url, { from: '127.0.0.52' })
    for (const id of ['a', 'b', 'c']) expect(await begin(client, id)).toBe(null)
    client.send({ id: 'd', type: 'subscribe', payload: { query: 'subscription { commentAdded { id } }' } })
    expect((await client.next('error', 'd')).payload).toEqual([
      {
        message: 'The connections of one address have at most 3 subscriptions together',
        extensions: { code: 'TOO_MANY_SUBSCRIPTIONS' },
      },
    ])
    client.send({ type: 'ping' })
    expect(await client.next('pong')).toMatchObject({ type: 'pong' })
    client.socket.terminate()
  })
})

test('behind a trusted proxy the address that it names counts, of IPv6 the /64', async () => {
  const upgrade = async (address: string) =>
    statusOf(await ask(`${upgradeHead('/api/v1/live', [`X-Forwarded-For: ${address}`])}\r\n\r\n`, { to: proxied }))
  expect([await upgrade('2001:db8:1:2::1'), await upgrade('2001:db8:1:2:3::1')]).toEqual([101, 101])
  expect(await upgrade('2001:db8:1:2::3')).toBe(429)
  expect([await upgrade('2001:db8:1:3::1'), await upgrade('192.0.2.1')]).toEqual([101, 101])
})

test('connections of a trusted proxy are not limited', async () => {
  const held = []
  for (let i = 0; i < 12; i++)
    held.push(await ask(request('/api/v1/auth', ['X-Forwarded-For: 192.0.2.7']), { to: proxied }))
  expect(held.map(statusOf)).toEqual(Array.from({ length: 12 }, () => 204))
  await leave(held)
})

test('a private address that forwards for others without being trusted has no limit, and the log says once an hour what to set', async () => {
  const from = '127.0.0.30'
  const warnings = () =>
    live.platform.logs.filter(({ msg }) => String(msg).includes('PLATFORM_TRUST_PROXY=127.0.0.30')).length
  const held = []
  for (let i = 0; i < 12; i++)
    held.push(await ask(request('/api/v1/auth', [`X-Forwarded-For: 192.0.2.${i}`]), { from }))
  expect(held.map(statusOf)).toEqual(Array.from({ length: 12 }, () => 204))
  const upgrades = []
  for (let i = 0; i < 4; i++)
    upgrades.push(await ask(`${upgradeHead('/api/v1/live', ['X-Forwarded-For: 192.0.2.1'])}\r\n\r\n`, { from }))
  expect(upgrades.map(statusOf)).toEqual([101, 101, 101, 101])
  expect(warnings()).toBe(1)
  live.platform.clock.advance(59 * 60_000)
  await ask(request('/api/v1/auth', ['X-Forwarded-For: 192.0.2.1']), { from })
  expect(warnings()).toBe(1)
  live.platform.clock.advance(61_000)
  await ask(request('/api/v1/auth', ['X-Forwarded-For: 192.0.2.1']), { from })
  expect(warnings()).toBe(2)
  await leave([...held, ...upgrades])
})
