import { afterAll, beforeAll, expect, test } from 'vitest'
import { post } from '../comments/operations.ts'
import { ADDED, connect, type LivePlatform, type RawClient, startLive, untilListening } from './socket.ts'

const MOST = 5
let live: LivePlatform
beforeAll(async () => {
  live = await startLive({ env: { PLATFORM_LIVE_SUBSCRIPTIONS_PER_ADDRESS: String(MOST) } })
})
afterAll(() => live[Symbol.asyncDispose]())

const ask = (client: RawClient, id: string, asset: string, query = ADDED) =>
  client.send({ id, type: 'subscribe', payload: { query, variables: { id: asset } } })
const end = (client: RawClient, id: string) => client.send({ id, type: 'complete' })

test('an id that is used again while its subscription is starting stands for the new one only', async () => {
  const [former, asset] = [await live.platform.createAsset(), await live.platform.createAsset()]
  const writer = live.platform.as(await live.platform.createUser({ roles: ['ADMIN'] }))
  const client = await connect(live.url)
  for (let i = 0; i < 3; i++) {
    ask(client, 'a', former.id)
    end(client, 'a')
  }
  ask(client, 'a', asset.id)
  await untilListening(client)
  await post(writer, { asset_id: former.id, body: 'There' })
  for (const body of ['One', 'Two']) await post(writer, { asset_id: asset.id, body })
  const heard = [await client.next('next'), await client.next('next')]
  expect(heard.map(({ payload }) => payload.data.commentAdded.body)).toEqual(['One', 'Two'])
  end(client, 'a')
  client.send({ type: 'ping' })
  await client.next('pong')
  await post(writer, { asset_id: asset.id, body: 'Unheard' })
  ask(client, 'b', asset.id)
  await untilListening(client)
  await post(writer, { asset_id: asset.id, body: 'Last' })
  expect((await client.next('next')).payload.data.commentAdded.body).toBe('Last')
  client.socket.terminate()
})

test('an id whose subscription is refused is used again, also before the refusal came', async () => {
  const asset = await live.platform.createAsset()
  const client = await connect(live.url)
  ask(client, 'a', asset.id, 'subscription { nothing }')
  end(client, 'a')
  ask(client, 'a', asset.id)
  await untilListening(client)
  const { id } = await live.platform.createComment({ asset })
  expect((await client.next('next', 'a')).payload.data.commentAdded.id).toBe(id)
  client.socket.terminate()
})

test('subscriptions that ended while they were starting count no more for their address', async () => {
  const { id } = await live.platform.createAsset()
  const client = await connect(live.url)
  for (let i = 0; i < 2 * MOST; i++) {
    ask(client, 'a', id)
    end(client, 'a')
  }
  // Some are cut off while their messages still wait for each other.
  await untilListening(client)
  for (let i = 0; i < MOST; i++) {
    ask(client, 'b', id)
    end(client, 'b')
  }
  client.socket.close()
  await client.closed
  const next = await connect(live.url)
  for (let i = 0; i < MOST; i++) ask(next, `s${i}`, id)
  await untilListening(next)
  expect(next.messages.filter(({ type }) => type === 'error')).toEqual([])
  next.socket.terminate()
})

test('4409 for an id whose subscription goes on', async () => {
  const { id } = await live.platform.createAsset()
  const client = await connect(live.url)
  ask(client, 'a', id)
  ask(client, 'a', id)
  expect((await client.closed).code).toBe(4409)
})
