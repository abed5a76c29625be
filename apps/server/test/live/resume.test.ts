import { shared } from '@platform/plugin-sdk'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createHistory } from '../../src/pubsub/history.ts'
import { decide, post } from '../comments/operations.ts'
import { ADDED, connect, type LivePlatform, type RawClient, startLive } from './socket.ts'

let live: LivePlatform
let executed = 0
const hold = Promise.withResolvers<string>()
beforeAll(async () => {
  const fields = {
    typeDefs: 'type Comment { reader: String counted: String held: String } type Subscription { ticked: Int }',
    setupFunctions: { ticked: () => ({ ticked: { filter: () => true } }) },
    resolvers: {
      Subscription: { ticked: () => 7 },
      Comment: {
        reader: (_comment: object, _args: unknown, { user }: { user: { username: string } | null }) =>
          user?.username ?? 'nobody',
        held: () => hold.promise,
        counted: shared(() => {
          executed++
          return 'counted'
        }),
      },
    },
  }
  live = await startLive({ plugins: [fields] })
})
afterAll(() => live[Symbol.asyncDispose]())

/** A reader of a discussion, back with a cursor; what the server says to it, and what came before that. */
async function comeBack(assetId: string, cursor: unknown, { init = {}, query = ADDED } = {}) {
  const client = await connect(live.url, { init })
  const payload = { query, variables: { id: assetId }, extensions: { cursor } }
  client.send({ id: '1', type: 'subscribe', payload })
  client.send({ type: 'ping' })
  return { client, said: (await client.next('pong')).payload as { cursor: string; resumed: boolean } }
}

/** The texts of the next comments that a client hears of. */
async function heard(client: RawClient, count: number) {
  const bodies: string[] = []
  let cursor = ''
  for (let i = 0; i < count; i++) {
    const { payload } = await client.next('next')
    bodies.push(payload.data.commentAdded.body)
    cursor = payload.extensions.cursor
  }
  return { bodies, cursor }
}

const author = async () => live.platform.as(await live.platform.createUser({ roles: ['ADMIN'] }))

test('a client that comes back gets what it missed, in order and once, and then what comes', async () => {
  const { id } = await live.platform.createAsset()
  const writer = await author()
  const { client: first, said } = await comeBack(id, undefined)
  expect(said).toEqual({ cursor: expect.any(String), resumed: false })
  await post(writer, { asset_id: id, body: 'Before' })
  const { cursor } = await heard(first, 1)
  first.socket.terminate()
  for (const body of ['One', 'Two', 'Three']) await post(writer, { asset_id: id, body })
  const { client, said: again } = await comeBack(id, cursor)
  expect(again.resumed).toBe(true)
  await post(writer, { asset_id: id, body: 'After' })
  expect((await heard(client, 4)).bodies).toEqual(['One', 'Two', 'Three', 'After'])
  client.socket.terminate()
})

test('a client that heard of nothing comes back with the cursor of the pong', async () => {
  const { id } = await live.platform.createAsset()
  const { client: first, said } = await comeBack(id, undefined)
  first.socket.terminate()
  await post(await author(), { asset_id: id, body: 'Meanwhile' })
  const { client, said: again } = await comeBack(id, said.cursor)
  expect(again.resumed).toBe(true)
  expect((await heard(client, 1)).bodies).toEqual(['Meanwhile'])
  client.socket.terminate()
})

test('what was hidden meanwhile is not delivered, and each person gets the own result', async () => {
  const { id } = await live.platform.createAsset()
  const writer = await author()
  const query = 'subscription ($id: ID!) { commentAdded(asset_id: $id) { body reader } }'
  const reader = await live.platform.createUser()
  const { client: first, said } = await comeBack(id, undefined)
  const hidden = await post(writer, { asset_id: id, body: 'Hidden soon' })
  await decide(writer, hidden.id!, 'REJECTED')
  await post(writer, { asset_id: id, body: 'Visible' })
  const backs = [
    await comeBack(id, said.cursor, { query }),
    await comeBack(id, said.cursor, { query, init: { token: reader.token } }),
  ]
  // The first reader kept the channel of the discussion open, where this document is new.
  expect(backs.map(back => back.said.resumed)).toEqual([true, true])
  const got = await Promise.all(backs.map(async ({ client }) => (await client.next('next')).payload.data.commentAdded))
  expect(got).toEqual([
    { body: 'Visible', reader: 'nobody' },
    { body: 'Visible', reader: reader.user.username },
  ])
  for (const { client } of [...backs, { client: first }]) client.socket.terminate()
})

test.each([undefined, null, () => 'nothing that JSON has'])(
  'an event with the payload %s is delivered, also to a client that comes back',
  async payload => {
    const query = 'subscription { ticked }'
    const { client, said } = await comeBack('', undefined, { query })
    await live.platform.services.events.publish('ticked', payload)
    const { client: again, said: resumed } = await comeBack('', said.cursor, { query })
    expect(resumed.resumed).toBe(true)
    for (const one of [client, again]) {
      expect((await one.next('next')).payload.data).toEqual({ ticked: 7 })
      one.socket.terminate()
    }
  },
)

test.each<[name: string, cursor: (own: string) => unknown]>([
  ['of another server', own => own.replace(/\..*/, '.2b7a0c1e-0000-4000-8000-000000000000')],
  ['of a later event', own => own.replace(/^[^.]*/, number => (Number.parseInt(number, 36) + 1e9).toString(36))],
  ['of a time that is not remembered', own => own.replace(/^[^.]*/, '1')],
  ['that is a number', () => 7],
  ['that is a long text', () => 'x'.repeat(10_000)],
  ['that is a list', () => [{}]],
])('a client with a cursor %s is told to read anew', async (_name, cursor) => {
  const { id } = await live.platform.createAsset()
  const { client: first, said } = await comeBack(id, undefined)
  const { client, said: again } = await comeBack(id, cursor(said.cursor))
  expect(again.resumed).toBe(false)
  await post(await author(), { asset_id: id, body: 'New' })
  expect((await heard(client, 1)).bodies).toEqual(['New'])
  for (const { socket } of [first, client]) socket.terminate()
})

test('a client that missed more than a hundred events is told to read anew', async () => {
  const asset = await live.platform.createAsset()
  const { id } = asset
  const { client: first, said } = await comeBack(id, undefined)
  const comment = await live.platform.createComment({ asset })
  for (let i = 0; i < 101; i++) await live.platform.services.events.publish('commentAdded', comment)
  const { client, said: again } = await comeBack(id, said.cursor)
  expect(again.resumed).toBe(false)
  for (const { socket } of [first, client]) socket.terminate()
})

test('a past event is executed once for all who come back for it, as long as nothing changes', async () => {
  const { id } = await live.platform.createAsset()
  const { client: first, said } = await comeBack(id, undefined)
  await post(await author(), { asset_id: id, body: 'Missed by many' })
  await heard(first, 1)
  const query = 'subscription ($id: ID!) { commentAdded(asset_id: $id) { body counted } }'
  executed = 0
  const backs = await Promise.all(Array.from({ length: 20 }, () => comeBack(id, said.cursor, { query })))
  const got = await Promise.all(backs.map(({ client }) => client.next('next')))
  expect(new Set(got.map(({ payload }) => payload.data.commentAdded.body))).toEqual(new Set(['Missed by many']))
  expect(executed).toBe(1)
  for (const { client } of [...backs, { client: first }]) client.socket.terminate()
})

test('a past event says of a discussion what is so now, also when that changes by itself', async () => {
  await using later = await startLive()
  const hour = 3_600_000
  const { id } = await later.platform.createAsset({ closedAt: new Date(Date.now() + hour) })
  const query = 'subscription ($id: ID!) { commentAdded(asset_id: $id) { asset { isClosed } } }'
  const back = async (cursor?: string) => {
    const client = await connect(later.url)
    client.send({ id: '1', type: 'subscribe', payload: { query, variables: { id }, extensions: { cursor } } })
    client.send({ type: 'ping' })
    return { client, said: (await client.next('pong')).payload as { cursor: string } }
  }
  const isClosedFor = async ({ client }: Awaited<ReturnType<typeof back>>) =>
    (await client.next('next')).payload.data.commentAdded.asset.isClosed
  const first = await back()
  const writer = await later.platform.as(await later.platform.createUser())
  await post(writer, { asset_id: id, body: 'Before the end' })
  const early = await back(first.said.cursor)
  const seen = [await isClosedFor(first), await isClosedFor(early)]
  later.platform.clock.advance(2 * hour)
  const late = await back(first.said.cursor)
  expect([...seen, await isClosedFor(late)]).toEqual([false, false, true])
  for (const { client } of [first, early, late]) client.socket.terminate()
})

test('many who come back for much get all of it, and those who stayed are not disturbed', async () => {
  const asset = await live.platform.createAsset()
  const comment = await live.platform.createComment({ asset })
  const { client: stayed, said } = await comeBack(asset.id, undefined)
  for (let i = 0; i < 30; i++) {
    await live.platform.services.events.publish('commentAdded', { ...comment, extra: 'x'.repeat(100_000) })
    await heard(stayed, 1)
  }
  const coming = Array.from({ length: 5 }, () => comeBack(asset.id, said.cursor))
  const writer = await author()
  for (const body of ['One', 'Two']) await post(writer, { asset_id: asset.id, body })
  expect((await heard(stayed, 2)).bodies).toEqual(['One', 'Two'])
  for (const { client, said: again } of await Promise.all(coming)) {
    expect(again.resumed).toBe(true)
    expect((await heard(client, 32)).bodies.slice(30)).toEqual(['One', 'Two'])
    client.socket.terminate()
  }
  stayed.socket.terminate()
})

test('to come back costs what the events that were missed cost', async () => {
  await using small = await startLive({ env: { PLATFORM_GRAPHQL_BUDGET: '10000' } })
  const asset = await small.platform.createAsset()
  const query =
    'subscription ($id: ID!) { commentAdded(asset_id: $id) { replies(query: { limit: 60 }) { nodes { id } } } }'
  const back = async (cursor?: string) => {
    const client = await connect(small.url, { init: {} })
    client.send({ id: '1', type: 'subscribe', payload: { query, variables: { id: asset.id }, extensions: { cursor } } })
    client.send({ type: 'ping' })
    return { client, said: (await client.next('pong')).payload as { cursor: string; resumed: boolean } }
  }
  const first = await back()
  const comment = await small.platform.createComment({ asset })
  for (let i = 0; i < 99; i++) await small.platform.services.events.publish('commentAdded', comment)
  const second = await back(first.said.cursor)
  const third = await back(first.said.cursor)
  expect([second.said.resumed, third.said.resumed]).toEqual([true, false])
  for (const { client } of [first, second, third]) client.socket.terminate()
})

test('a client whose events wait too long is closed with 1013, and the others go on', async () => {
  const asset = await live.platform.createAsset()
  const query = 'subscription ($id: ID!) { commentAdded(asset_id: $id) { body held } }'
  const [{ client: stuck }, { client }] = [
    await comeBack(asset.id, undefined, { query }),
    await comeBack(asset.id, undefined),
  ]
  const comment = await live.platform.createComment({ asset })
  for (let i = 0; i < 13; i++) {
    await live.platform.services.events.publish('commentAdded', { ...comment, extra: 'x'.repeat(100_000) })
    await heard(client, 1)
  }
  expect(await stuck.closed).toEqual({
    code: 1013,
    reason: 'Events were missed; reconnect and read what is newer',
  })
  hold.resolve('released')
  client.socket.terminate()
})

test('events are remembered up to a number of bytes, and those of quiet channels stay known', () => {
  const history = createHistory(100)
  history.begin('busy')
  history.begin('quiet')
  const start = history.latest
  const first = history.note('busy', 'x'.repeat(60))
  expect(history.after('busy', start)).toEqual([{ number: first, message: 'x'.repeat(60) }])
  const second = history.note('busy', 'y'.repeat(60))
  expect(history.after('busy', start)).toBeNull()
  expect(history.after('busy', first)).toEqual([{ number: second, message: 'y'.repeat(60) }])
  expect(history.after('quiet', start)).toEqual([])
  expect(history.after('unheard', start)).toBeNull()
  history.forget()
  expect(history.after('quiet', start)).toBeNull()
  expect(history.after('quiet', history.latest)).toEqual([])
})
