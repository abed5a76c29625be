import { createClient } from 'graphql-ws'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { decide, edit, post } from '../comments/operations.ts'
import { ADDED, connect, type LivePlatform, startLive, subscribe } from './socket.ts'

let live: LivePlatform
let executed: string[] = []
let filtered: string[] = []

beforeAll(async () => {
  const counting = {
    typeDefs: 'type Comment { seen: String } type Subscription { filtered(asset_id: ID!): Comment }',
    setupFunctions: {
      filtered: () => ({
        commentAdded: {
          filter: ({ asset_id }: { asset_id: string }) => {
            filtered.push(asset_id)
            return true
          },
        },
      }),
    },
    resolvers: {
      Subscription: { filtered: (comment: object) => comment },
      Comment: {
        seen: ({ id }: { id: string }) => {
          executed.push(id)
          return id
        },
      },
    },
  }
  live = await startLive({ plugins: [counting] })
})
afterAll(() => live[Symbol.asyncDispose]())

/** Posts something everybody sees and waits for it: what would have come before it has come, or never will. */
async function delivered(client: Awaited<ReturnType<typeof connect>>, id: string, assetId: string) {
  const author = live.platform.as(await live.platform.createUser())
  const last = await post(author, { asset_id: assetId, body: 'The last word' })
  for (;;) {
    const { payload } = await client.next('next', id)
    if (payload.data.commentAdded.id === last.id)
      return client.messages
        .filter(message => message.id === id && message.type === 'next')
        .map(message => message.payload.data.commentAdded.body as string)
  }
}

test('a pong comes when every subscription before the ping receives events, however many began with it', async () => {
  const asset = await live.platform.createAsset()
  const client = await connect(live.url)
  const long = `subscription { commentAdded { ${'id body '.repeat(450)} } }`
  for (let i = 0; i < 30; i++) client.send({ id: `long-${i}`, type: 'subscribe', payload: { query: long } })
  await subscribe(client, 'added', ADDED, { id: asset.id })
  await live.platform.services.events.publish('commentAdded', await live.platform.createComment({ asset }))
  expect((await client.next('next', 'added')).payload.data.commentAdded).toMatchObject({ status: 'NONE' })
  client.socket.terminate()
})

test('a client of the usual library gets each new comment of its discussion, in order', async () => {
  const asset = await live.platform.createAsset()
  const client = createClient({ url: live.url, webSocketImpl: WebSocket, lazy: false, retryAttempts: 0 })
  const received = client.iterate<{ commentAdded: { body: string } }>({ query: ADDED, variables: { id: asset.id } })
  const first = received.next()
  await connected(asset.id)
  const author = live.platform.as(await live.platform.createUser())
  for (const body of ['One thing', 'Another thing', 'A last thing']) await post(author, { asset_id: asset.id, body })
  const bodies = [
    (await first).value?.data?.commentAdded.body,
    (await received.next()).value?.data?.commentAdded.body,
    (await received.next()).value?.data?.commentAdded.body,
  ]
  expect(bodies).toEqual(['One thing', 'Another thing', 'A last thing'])
  await received.return!()
  await client.dispose()
})

/** Posts until a later subscriber gets an event: by then every earlier subscription gets events too. */
async function connected(assetId: string) {
  const client = await connect(live.url)
  await subscribe(client, 'probe', ADDED, { id: assetId })
  client.socket.close()
}

test('other discussions are silent', async () => {
  const [here, there] = [await live.platform.createAsset(), await live.platform.createAsset()]
  const client = await connect(live.url)
  await subscribe(client, 'a', ADDED, { id: here.id })
  await subscribe(client, 'f', 'subscription ($id: ID!) { filtered(asset_id: $id) { id } }', { id: here.id })
  filtered = []
  await post(live.platform.as(await live.platform.createUser()), { asset_id: there.id, body: 'Said elsewhere' })
  expect(await delivered(client, 'a', here.id)).toEqual(['The last word'])
  await client.next('next', 'f')
  // A busy site has many discussions, so filters are not even asked about the events of the others.
  expect(filtered).toEqual([here.id])
  client.socket.close()
})

describe('what is hidden is not delivered [R17]', () => {
  test('a comment that waits for a moderator', async () => {
    const asset = await live.platform.createAsset({ settings: { moderation: 'PRE' } })
    const author = await live.platform.createUser()
    const open = await live.platform.createAsset()
    const client = await connect(live.url)
    await subscribe(client, 'a', ADDED, { id: asset.id })
    await subscribe(client, 'b', ADDED, { id: open.id })
    expect((await post(live.platform.as(author), { asset_id: asset.id, body: 'Held back' })).status).toBe('PREMOD')
    await delivered(client, 'b', open.id)
    expect(client.messages.filter(message => message.id === 'a')).toEqual([])
    client.socket.close()
  })

  test('a comment that is hidden before its event is delivered', async () => {
    const asset = await live.platform.createAsset()
    const comment = await live.platform.createComment({ asset, status: 'REJECTED', body: 'Hidden meanwhile' })
    const client = await connect(live.url)
    await subscribe(client, 'a', ADDED, { id: asset.id })
    await live.platform.services.events.publish('commentAdded', { ...comment, status: 'NONE' })
    expect(await delivered(client, 'a', asset.id)).toEqual(['The last word'])
    client.socket.close()
  })

  test('an edit that hides the comment, while moderators hear of it', async () => {
    const EDITED = 'subscription ($id: ID!) { commentEdited(asset_id: $id) { body status } }'
    const asset = await live.platform.createAsset()
    const [author, moderator] = [
      await live.platform.createUser(),
      await live.platform.createUser({ roles: ['MODERATOR'] }),
    ]
    const comment = await live.platform.createComment({ asset, author })
    const reader = await connect(live.url)
    const decider = await connect(live.url, { init: { token: moderator.token } })
    for (const client of [reader, decider]) await subscribe(client, 'e', EDITED, { id: asset.id })
    await subscribe(reader, 'a', ADDED, { id: asset.id })
    await edit(live.platform.as(author), { id: comment.id, asset_id: asset.id, body: 'Seen by all' })
    expect([await reader.next('next', 'e'), await decider.next('next', 'e')]).toMatchObject([
      { payload: { data: { commentEdited: { body: 'Seen by all' } } } },
      { payload: { data: { commentEdited: { body: 'Seen by all' } } } },
    ])
    await live.platform.services.docstore
      .collection('assets')
      .updateOne({ id: asset.id }, { $set: { settings: { moderation: 'PRE' } } })
    await edit(live.platform.as(author), { id: comment.id, asset_id: asset.id, body: 'Held back' })
    expect(await decider.next('next', 'e')).toMatchObject({
      payload: { data: { commentEdited: { body: 'Held back', status: 'PREMOD' } } },
    })
    await live.platform.services.docstore.collection('assets').updateOne({ id: asset.id }, { $set: { settings: {} } })
    await delivered(reader, 'a', asset.id)
    expect(reader.messages.filter(message => message.id === 'e')).toHaveLength(1)
    for (const client of [reader, decider]) client.socket.close()
  })
})

describe('what is for moderators only', () => {
  test.each([
    ['all discussions', 'subscription { commentAdded { body } }'],
    [
      'a status that is hidden',
      'subscription ($id: ID!) { commentAdded(asset_id: $id, statuses: [PREMOD, NONE]) { body } }',
    ],
    ['any status', 'subscription ($id: ID!) { commentAdded(asset_id: $id, statuses: null) { body } }'],
  ])('%s', async (_name, query) => {
    const asset = await live.platform.createAsset()
    const [author, moderator] = [
      live.platform.as(await live.platform.createUser()),
      await live.platform.createUser({ roles: ['MODERATOR'] }),
    ]
    const [reader, decider] = [await connect(live.url), await connect(live.url, { init: { token: moderator.token } })]
    const variables = query.includes('$id') ? { id: asset.id } : {}
    for (const client of [reader, decider]) await subscribe(client, 'm', query, variables)
    await subscribe(reader, 'a', ADDED, { id: asset.id })
    await post(author, { asset_id: asset.id, body: 'For moderators' })
    expect((await decider.next('next', 'm')).payload.data.commentAdded.body).toBe('For moderators')
    await delivered(reader, 'a', asset.id)
    expect(reader.messages.filter(message => message.id === 'm')).toEqual([])
    for (const client of [reader, decider]) client.socket.close()
  })

  test('a moderator who is banned while subscribed gets no more events [W10]', async () => {
    const asset = await live.platform.createAsset()
    const [author, moderator] = [
      live.platform.as(await live.platform.createUser()),
      await live.platform.createUser({ roles: ['MODERATOR'] }),
    ]
    const client = await connect(live.url, { init: { token: moderator.token } })
    await subscribe(client, 'm', 'subscription { commentAdded { body } }')
    await subscribe(client, 'a', ADDED, { id: asset.id })
    await post(author, { asset_id: asset.id, body: 'Before' })
    await client.next('next', 'm')
    await live.platform.services.docstore
      .collection('users')
      .updateOne({ id: moderator.user.id }, { $set: { 'status.banned.status': true } })
    await delivered(client, 'a', asset.id)
    expect(client.messages.filter(message => message.id === 'm')).toHaveLength(1)
    client.socket.close()
  })
})

test('an event is executed once for all connections that ask for the same and may see the same', async () => {
  const asset = await live.platform.createAsset()
  const query = 'subscription ($id: ID!) { commentAdded(asset_id: $id) { id seen } }'
  const member = await live.platform.createUser()
  const clients = await Promise.all(
    Array.from({ length: 40 }, (_, i) => connect(live.url, i < 20 ? {} : { init: { token: member.token } })),
  )
  for (const client of clients) await subscribe(client, 's', query, { id: asset.id })
  executed = []
  const { id } = await post(live.platform.as(await live.platform.createUser()), { asset_id: asset.id })
  for (const client of clients)
    expect((await client.next('next', 's')).payload.data.commentAdded).toEqual({ id, seen: id })
  expect(executed).toEqual([id, id])
  for (const client of clients) client.socket.close()
})

test('a client that unsubscribes gets no more events, and the others do', async () => {
  const asset = await live.platform.createAsset()
  const [leaving, staying] = [await connect(live.url), await connect(live.url)]
  for (const client of [leaving, staying]) await subscribe(client, 'a', ADDED, { id: asset.id })
  leaving.send({ id: 'a', type: 'complete' })
  leaving.send({ type: 'ping' })
  await leaving.next('pong')
  expect(await delivered(staying, 'a', asset.id)).toEqual(['The last word'])
  expect(leaving.messages.filter(message => message.type === 'next')).toEqual([])
  for (const client of [leaving, staying]) client.socket.close()
})

test('a decision is announced only when it changes something', async () => {
  const asset = await live.platform.createAsset()
  const moderator = live.platform.as(await live.platform.createUser({ roles: ['MODERATOR'] }))
  const comment = await live.platform.createComment({ asset })
  const heard: string[] = []
  const leave = await live.platform.services.events.subscribe('commentRejected', asset.id, ({ payload }) => {
    heard.push((payload() as { id: string }).id)
  })
  for (const status of ['REJECTED', 'REJECTED', 'NONE', 'REJECTED']) await decide(moderator, comment.id, status)
  await expect.poll(() => heard).toEqual([comment.id, comment.id])
  leave()
})
