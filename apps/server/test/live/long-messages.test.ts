import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { MOST_MESSAGES } from '../../src/live/connection.ts'
import { ADDED, connect, handshake, type LivePlatform, startLive } from './socket.ts'

const MOST = 4
let live: LivePlatform
beforeAll(async () => {
  live = await startLive({ env: { PLATFORM_LIVE_CONNECTIONS_PER_ADDRESS: String(MOST) } })
})
afterAll(() => live[Symbol.asyncDispose]())

/** A value that makes a message so long that it waits for a turn of its own. */
const LONG = 'x'.repeat(60_000)
const subscribe = (id: string, variables: object, query = ADDED) => ({
  ...{ id, type: 'subscribe' },
  payload: { query, variables: { ...variables, LONG } },
})

test('messages that follow a long one are handled after it', async () => {
  const asset = await live.platform.createAsset()
  const client = await connect(live.url)
  client.send(subscribe('ended', { id: asset.id }))
  client.send({ id: 'ended', type: 'complete' })
  client.send(subscribe('kept', { id: asset.id }))
  client.send({ type: 'ping' })
  expect((await client.next('pong')).payload).toMatchObject({ cursor: expect.any(String) })
  const { id } = await live.platform.createComment({ asset })
  expect(await client.next('next')).toMatchObject({ id: 'kept', payload: { data: { commentAdded: { id } } } })
  const others = client.messages.filter(({ type }) => type !== 'connection_ack')
  expect(others.map(({ type }) => type)).toEqual(['pong', 'next'])
  client.socket.terminate()
})

test('many long messages that are sent at once are answered in their order', async () => {
  const client = await connect(live.url)
  const ids = Array.from({ length: 40 }, (_, i) => `s${i}`)
  for (const id of ids) client.send(subscribe(id, {}, 'subscription { nothing }'))
  for (const id of ids) await client.next('error', id)
  expect(client.messages.filter(({ type }) => type === 'error').map(({ id }) => id)).toEqual(ids)
  client.socket.terminate()
})

test('clients that are cut off while their long messages wait give their places back', async () => {
  for (let i = 0; i < 2 * MOST; i++) {
    const client = await vi.waitFor(() => connect(live.url), { timeout: 10_000 })
    for (let n = 0; n < 10; n++) client.send(subscribe(`s${n}`, {}, 'subscription { nothing }'))
    client.socket.terminate()
    await client.closed
  }
  const client = await vi.waitFor(() => connect(live.url), { timeout: 10_000 })
  client.send({ type: 'ping' })
  expect(await client.next('pong')).toEqual({ type: 'pong' })
  client.socket.terminate()
})

test('what is wrong behind a long message closes the connection as it does elsewhere', async () => {
  const [binary, notOfThem, flooding] = [await connect(live.url), await connect(live.url), await connect(live.url)]
  for (const client of [binary, notOfThem, flooding]) client.send(subscribe('a', {}, 'subscription { nothing }'))
  binary.socket.send(Buffer.from('{}'))
  notOfThem.send({ type: { toString: 1 } })
  // Twice as many as are allowed, because they may come in two of the seconds that are counted.
  for (let i = 0; i < 2 * MOST_MESSAGES; i++) flooding.send({ type: 'ping' })
  const codes = await Promise.all([binary, notOfThem, flooding].map(async ({ closed }) => (await closed).code))
  expect(codes).toEqual([4400, 4400, 1008])
  expect(await handshake(live.url)).toBe(101)
})
