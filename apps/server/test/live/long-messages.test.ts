import { afterAll, beforeAll, expect, test } from 'vitest'
import { ADDED, connect, type LivePlatform, startLive } from './socket.ts'

let live: LivePlatform
beforeAll(async () => {
  live = await startLive()
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

test('a client that leaves while a long message waits harms no other', async () => {
  const [leaving, staying] = [await connect(live.url), await connect(live.url)]
  for (let i = 0; i < 10; i++) leaving.send(subscribe(`s${i}`, {}, 'subscription { nothing }'))
  leaving.socket.close()
  await leaving.closed
  staying.send({ type: 'ping' })
  expect(await staying.next('pong')).toBeDefined()
  staying.socket.terminate()
})
