import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { MOST_PINGS } from '../../src/live/endpoint.ts'
import { post } from '../comments/operations.ts'
import { sendSlowMessages } from './slow-messages.ts'
import { ADDED, connect, type LivePlatform, startLive, subscribe } from './socket.ts'

let live: LivePlatform
let assetId: string
beforeAll(async () => {
  live = await startLive({ env: { PLATFORM_KEEP_ALIVE: '1s' } })
  assetId = (await live.platform.createAsset()).id
})
afterAll(() => live[Symbol.asyncDispose]())

describe('an operation that is refused leaves the connection and its other subscriptions alone [W25, W26]', () => {
  test.each<[name: string, query: string, code: string, variables?: Record<string, unknown>]>([
    ['a syntax error', 'subscription {', 'GRAPHQL_PARSE_FAILED'],
    ['an unknown field', 'subscription { commentAded { id } }', 'GRAPHQL_VALIDATION_FAILED'],
    ['a query', '{ settings { moderation } }', 'BAD_REQUEST'],
    [
      'a mutation',
      'mutation { setCommentStatus(id: "x", status: NONE) { errors { translation_key } } }',
      'BAD_REQUEST',
    ],
    [
      'two operations without a name',
      'subscription a { commentAdded { id } } subscription b { commentAdded { id } }',
      'BAD_REQUEST',
    ],
    [
      '13 levels',
      `subscription { commentAdded { ${'parent { '.repeat(12)} id ${'} '.repeat(12)} } }`,
      'QUERY_TOO_DEEP',
    ],
    [
      '31 aliases',
      `subscription { commentAdded { ${Array.from({ length: 31 }, (_, i) => `a${i}: id`).join(' ')} } }`,
      'TOO_MANY_ALIASES',
    ],
    ['20,001 characters', `subscription { commentAdded { id } } #${'x'.repeat(20_000)}`, 'QUERY_TOO_LARGE'],
    ['2,001 tokens', `subscription { commentAdded { ${'id '.repeat(2_000)} } }`, 'QUERY_TOO_LARGE'],
    ['a variable of another type', ADDED, 'BAD_USER_INPUT', { id: { $gt: '' } }],
    ['a variable that is missing', ADDED, 'BAD_USER_INPUT', {}],
    [
      'a variable nested deeply',
      ADDED,
      'BAD_USER_INPUT',
      { id: 'x', more: JSON.parse(`${'['.repeat(33)}${']'.repeat(33)}`) },
    ],
    [
      'a number written out that is too large',
      'subscription { commentAdded(asset_id: 1e400) { id } }',
      'BAD_USER_INPUT',
    ],
    ['an id of a number of too many digits', ADDED, 'BAD_USER_INPUT', { id: 2 ** 60 }],
    [
      'a variable with thousands of fields that its type does not have',
      'subscription ($query: RepliesQuery) { commentAdded { replies(query: $query) { nodes { id } } } }',
      'BAD_USER_INPUT',
      { query: Object.fromEntries(Array.from({ length: 5_000 }, (_, i) => [`A${i}`, 1])) },
    ],
    ['a name that stands 21 times', `subscription { commentAdded { ${'id '.repeat(21)} } }`, 'QUERY_TOO_COMPLEX'],
    ['a list of the schema', 'subscription { __schema { types { name } } }', 'GRAPHQL_VALIDATION_FAILED'],
    ['a list of the schema by its name', 'subscription { __typename }', 'GRAPHQL_VALIDATION_FAILED'],
  ])('%s', async (_name, query, code, variables = {}) => {
    const client = await connect(live.url)
    await subscribe(client, 'good', ADDED, { id: assetId })
    client.send({ id: 'bad', type: 'subscribe', payload: { query, variables } })
    const { payload } = await client.next('error', 'bad')
    expect(payload[0].extensions.code).toBe(code)
    expect(JSON.stringify(payload)).not.toMatch(/did you mean/i)
    expect(JSON.stringify(payload).length).toBeLessThan(10_000)
    const { id } = await post(live.platform.as(await live.platform.createUser()), { asset_id: assetId })
    expect((await client.next('next', 'good')).payload.data.commentAdded.id).toBe(id)
    client.socket.close()
  })

  test('a default of a variable counts', async () => {
    const client = await connect(live.url)
    await subscribe(client, 'a', `subscription ($id: ID = "${assetId}") { commentAdded(asset_id: $id) { id } }`)
    const { id } = await post(live.platform.as(await live.platform.createUser()), { asset_id: assetId })
    expect((await client.next('next', 'a')).payload.data.commentAdded.id).toBe(id)
    client.socket.close()
  })

  test('the 101st subscription', async () => {
    const client = await connect(live.url)
    for (let i = 0; i <= 100; i++) {
      if (i === 50) await wait(1_000)
      client.send({ id: `s${i}`, type: 'subscribe', payload: { query: ADDED, variables: { id: assetId } } })
    }
    const { id, payload } = await client.next('error')
    expect([id, payload[0].extensions.code]).toEqual(['s100', 'TOO_MANY_SUBSCRIPTIONS'])
    client.socket.close()
  })

  test.each<[what: string, from: string, long: object]>([
    ['text', '127.0.0.60', { query: ADDED, variables: { id: 'x'.repeat(60_000) } }],
    [
      'variables, which its document does not have,',
      '127.0.0.61',
      { query: 'subscription { commentAdded { id } }', variables: { unused: 'x'.repeat(60_000) } },
    ],
  ])('one whose %s an address has no room for, until others end', async (_what, from, long) => {
    const clients = [await connect(live.url, { from }), await connect(live.url, { from })] as const
    for (const client of clients)
      for (let i = 0; i < 67; i++) client.send({ id: `s${i}`, type: 'subscribe', payload: long })
    const [refused] = await Promise.race(clients.map(async client => [await client.next('error'), client] as const))
    expect(refused.payload).toEqual([
      {
        message: 'The subscriptions of one address have at most 8000000 characters together',
        extensions: { code: 'TOO_MANY_SUBSCRIPTIONS' },
      },
    ])
    clients[0].socket.terminate()
    const [, other] = clients
    const later = async () => {
      other.send({ id: 'later', type: 'subscribe', payload: long })
      other.send({ id: 'after', type: 'subscribe', payload: { query: 'subscription { nothing }' } })
      return (await other.next('error')).id
    }
    // Asked more often, it would send more messages within a second than a connection may.
    await expect.poll(later, { interval: 250 }).toBe('after')
    other.socket.close()
  })
})

describe('a connection is closed', () => {
  test('1008 after too many messages within a second [W14]', async () => {
    const client = await connect(live.url)
    for (let i = 0; i < 1_000; i++) client.send({ type: 'ping' })
    expect((await client.closed).code).toBe(1008)
  })

  test('without a code after more ping frames than wait for their answer [W14]', async () => {
    const client = await connect(live.url)
    for (let i = 0; i < MOST_PINGS; i++) client.socket.ping()
    client.send({ type: 'ping' })
    await client.next('pong')
    for (let i = 0; i < 1_000; i++) client.socket.ping()
    expect((await client.closed).code).toBe(1006)
  })

  test('1009 for a frame above 64 KiB [W15]', async () => {
    const client = await connect(live.url)
    client.socket.send('x'.repeat(64 * 1024 + 1))
    expect((await client.closed).code).toBe(1009)
  })

  test('1009 for a frame above 64 KiB in fragments [W15]', async () => {
    const client = await connect(live.url)
    for (let i = 0; i < 70; i++) client.socket.send('x'.repeat(1024), { fin: false })
    expect((await client.closed).code).toBe(1009)
  })

  test('4400 for a binary frame [W18]', async () => {
    const client = await connect(live.url)
    client.socket.send(Buffer.from('{"type":"ping"}'), { binary: true })
    expect((await client.closed).code).toBe(4400)
  })

  test.each(['no JSON', '[]', '"x"', 'null', '{"type":"unknown"}', '{"type":{"toString":1}}', '{"type":[]}'])(
    '4400 for %s',
    async text => {
      const client = await connect(live.url)
      client.socket.send(text)
      expect((await client.closed).code).toBe(4400)
    },
  )

  test.each<[name: string, message: string, reason: string]>([
    [
      'variables nested deeply',
      `{"id":"1","type":"subscribe","payload":{"query":"subscription { commentAdded { id } }","variables":{"x":${'['.repeat(20_000)}${']'.repeat(20_000)}}}}`,
      'payload.variables.x.0.0.0.0.0…: lies within more than 100 lists and objects; nest it less deeply',
    ],
    [
      'a number that is too large',
      '{"id":"1","type":"subscribe","payload":{"query":"subscription { commentAdded { id } }","variables":{"x":1e400}}}',
      'payload.variables.x: is too large a number; give one between -1.7e308 and 1.7e308',
    ],
    [
      'a number that is too large, under a long name',
      `{"type":"ping","payload":{"${'é'.repeat(200)}":-1e400}}`,
      'is too large a number; give one between -1.7e308 and 1.7e308',
    ],
  ])('4400 for %s, with the reason', async (_name, text, reason) => {
    const client = await connect(live.url)
    client.socket.send(text)
    expect(await client.closed).toEqual({ code: 4400, reason })
  })

  test.each<[name: string, message: object, reason: string]>([
    ['a message that only servers send', { id: 's', type: 'next', payload: {} }, 'type: a client does not send next'],
    ['an error of a client', { id: 's', type: 'error', payload: [] }, 'type: a client does not send error'],
    [
      'an id of 257 characters',
      { id: 'x'.repeat(257), type: 'subscribe', payload: { query: '{ x }' } },
      'id: give at most 256 characters',
    ],
  ])('4400 for %s, and nothing is logged as a fault', async (_name, message, reason) => {
    const client = await connect(live.url)
    client.send(message)
    expect(await client.closed).toEqual({ code: 4400, reason })
    expect(live.platform.logs.filter(({ level }) => level === 'error')).toEqual([])
  })

  test('4400 for an introduction that is nested deeply', async () => {
    const client = await connect(live.url, { init: null })
    client.socket.send(`{"type":"connection_init","payload":{"x":${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}}}`)
    expect(await client.closed).toMatchObject({ code: 4400, reason: expect.stringMatching(/^payload\.x\.a/) })
  })

  test('4403 when the token ends [W09]', async () => {
    const { user } = await live.platform.createUser()
    const { token } = await live.platform.services.tokens.sign({ kind: 'session', userId: user.id, expiresIn: 1_500 })
    const client = await connect(live.url, { init: { token } })
    expect(await client.closed).toMatchObject({ code: 4403 })
    // Because clocks differ it is accepted for a minute more, as it is by HTTP: no client connects again and again.
    const again = await connect(live.url, { init: { token } })
    for (let i = 0; i < 3; i++) {
      again.send({ type: 'ping' })
      await again.next('pong')
    }
    expect(again.socket.readyState).toBe(again.socket.OPEN)
    again.socket.terminate()
  })

  test('1001 when the server stops, and no new one is let in', async () => {
    const stopping = await startLive()
    const client = await connect(stopping.url)
    const stopped = stopping.listening.stop()
    expect((await client.closed).code).toBe(1001)
    await stopped
    await expect(connect(stopping.url)).rejects.toThrow()
    await stopping.platform[Symbol.asyncDispose]()
  })
})

describe('keep-alive', () => {
  test('a ping of the protocol and one of the connection come at the interval', async () => {
    const client = await connect(live.url)
    const pings = { protocol: 0, connection: 0 }
    client.socket.on('message', data => {
      if (String(data) === '{"type":"ping"}') pings.protocol++
    })
    client.socket.on('ping', () => {
      pings.connection++
    })
    await expect.poll(() => pings).toEqual({ protocol: 2, connection: 2 })
    client.socket.close()
  })

  test('a client that answers no ping is dropped [W22]', async () => {
    const client = await connect(live.url, { autoPong: false })
    expect((await client.closed).code).toBe(1006)
  })

  test('a client stays whose answers to pings wait behind messages that the server has not read yet', async () => {
    const clients = await sendSlowMessages(live.url)
    for (const { socket } of clients) {
      expect(socket.readyState).toBe(socket.OPEN)
      socket.close()
    }
  })
})

test('an id that no discussion can have names no channel, and its subscription hears nothing', async () => {
  const heard = vi.spyOn(live.platform.services.kvstore, 'subscribe')
  const client = await connect(live.url)
  await subscribe(client, 'long', ADDED, { id: 'x'.repeat(10_000) })
  await subscribe(client, 'unknown', ADDED, { id: 'unknown' })
  expect(heard.mock.calls.map(([name]) => name)).toEqual(['live:commentAdded:unknown'])
  expect(client.messages.filter(({ type }) => type !== 'connection_ack' && type !== 'pong')).toEqual([])
  heard.mockRestore()
  client.socket.terminate()
})
