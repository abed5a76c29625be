import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connect, handshake, type LivePlatform, startLive } from './socket.ts'

let live: LivePlatform
beforeAll(async () => {
  live = await startLive({ env: { PLATFORM_ROOT_URL: 'http://comments.example:8080' } })
})
afterAll(() => live[Symbol.asyncDispose]())

describe('the subprotocol [W05]', () => {
  test.each<[string | string[], number | 'let in']>([
    ['graphql-transport-ws', 'let in'],
    [['graphql-transport-ws', 'graphql-ws'], 'let in'],
    [['graphql-ws', 'graphql-transport-ws'], 'let in'],
    ['graphql-ws', 4406],
    ['other', 4406],
    [[], 4406],
  ])('%j', async (protocols, expected) => {
    const client = await connect(live.url, { protocols, init: expected === 'let in' ? {} : null })
    if (expected === 'let in') {
      expect(client.socket.protocol).toBe('graphql-transport-ws')
      return client.socket.close()
    }
    client.send({ type: 'connection_init' })
    expect((await client.closed).code).toBe(expected)
    expect(client.messages).toEqual([])
  })
})

test('a connection_init without a payload is accepted', async () => {
  const client = await connect(live.url, { init: null })
  client.send({ type: 'connection_init' })
  expect(await client.next('connection_ack')).toEqual({ type: 'connection_ack' })
  client.socket.close()
})

describe('the path [W02]', () => {
  test.each([
    ['/api/v1/live', 101],
    ['/api/v1/live?token=x', 101],
    ['/api/v1/livex', 404],
    ['/api/v1/live/', 404],
    ['/', 404],
    ['//api/v1/live', 404],
    ['/api/v1/%6Cive', 404],
    ['/talk/api/v1/live', 404],
  ])('%s answers %i', async (path, status) => {
    expect(await handshake(new URL(live.url).origin.replace(/^http/, 'ws') + path)).toBe(status)
  })

  test('is below the mount path, and at the root where nothing is mounted', async () => {
    await using mounted = await startLive({
      env: { PLATFORM_ROOT_URL: 'http://localhost/talk/', PLATFORM_ROOT_URL_MOUNT_PATH: 'TRUE' },
    })
    expect([await handshake(mounted.url), await handshake(mounted.url.replace('/talk', ''))]).toEqual([101, 404])
    await using bare = await startLive({ env: { PLATFORM_ROOT_URL: 'http://localhost/talk/' } })
    const origin = new URL(bare.url).origin.replace(/^http/, 'ws')
    expect([await handshake(`${origin}/api/v1/live`), await handshake(`${origin}/talk/api/v1/live`)]).toEqual([
      101, 404,
    ])
  })
})

describe('where it comes from [W01]', () => {
  test.each([
    ['a program, which says nothing', undefined, 101],
    ['the platform', 'http://comments.example:8080', 101],
    ['a permitted page', 'https://localhost:4000', 101],
    ['another site', 'https://evil.example', 403],
    ['null', 'null', 403],
    ['a name that looks alike', 'http://comments.example.evil.example:8080', 403],
    ['the platform by another port', 'http://comments.example', 403],
    ['nonsense', 'nonsense', 403],
  ])('%s', async (_name, origin, status) => {
    expect(await handshake(live.url, origin === undefined ? {} : { origin })).toBe(status)
  })
})

describe('the token [W07]', () => {
  const WHO = 'subscription ($id: ID!) { commentAdded(asset_id: $id) { user { username email } } }'

  /** The caller a connection is taken for: only they read their own e-mail address. */
  async function emailSeen(options: Parameters<typeof connect>[1]) {
    const [asset, author] = [await live.platform.createAsset(), people.cookie]
    const client = await connect(live.url, options)
    client.send({ id: '1', type: 'subscribe', payload: { query: WHO, variables: { id: asset.id } } })
    client.send({ type: 'ping' })
    await client.next('pong')
    const { id } = await live.platform.createComment({ asset, author })
    await live.platform.services.events.publish('commentAdded', { id, asset_id: asset.id, status: 'NONE' })
    const { payload } = await client.next('next')
    client.socket.close()
    return payload.data.commentAdded.user.email as string | null
  }

  const people = {} as Record<'cookie' | 'other', Awaited<ReturnType<LivePlatform['platform']['createUser']>>>
  beforeAll(async () => {
    people.cookie = await live.platform.createUser()
    people.other = await live.platform.createUser()
  })
  const own = () => `${people.cookie.user.username}@test.example`

  test('in the first message signs in', async () => {
    expect([await emailSeen({ init: { token: people.cookie.token } }), await emailSeen({ init: {} })]).toEqual([
      own(),
      null,
    ])
  })

  test('in a cookie counts from the platform itself, and not from a permitted page of another site', async () => {
    const headers = { cookie: `authorization=${people.cookie.token}` }
    expect([
      await emailSeen({ headers }),
      await emailSeen({ headers, origin: 'http://comments.example:8080' }),
      await emailSeen({ headers, origin: 'https://localhost:4000' }),
    ]).toEqual([own(), own(), null])
  })

  test('in the first message wins over the cookie', async () => {
    expect(
      await emailSeen({
        headers: { cookie: `authorization=${people.cookie.token}` },
        init: { token: people.other.token },
      }),
    ).toBeNull()
  })

  test.each([
    ['bad', 'bad.token.here'],
    ['empty', ''],
    ['an object', { $gt: '' }],
    ['a number', 1],
  ])('that is %s closes the connection with 4403', async (_name, token) => {
    const client = await connect(live.url, { init: null })
    client.send({ type: 'connection_init', payload: { token } })
    expect(await client.closed).toMatchObject({ code: 4403, reason: 'Forbidden' })
  })
})

test('a client that sends no connection_init within three seconds is closed with 4408 [W06]', async () => {
  const started = performance.now()
  const client = await connect(live.url, { init: null })
  expect([(await client.closed).code, performance.now() - started > 2_900]).toEqual([4408, true])
})

test.each([
  [
    'before the introduction',
    [{ id: '1', type: 'subscribe', payload: { query: 'subscription { commentAdded { id } }' } }],
    4401,
  ],
  ['twice introduced', [{ type: 'connection_init' }, { type: 'connection_init' }], 4429],
  ['a message of no type', [{ hello: 1 }], 4400],
] as const)('%s: %# [W07]', async (_name, sent, code) => {
  const client = await connect(live.url, { init: null })
  for (const message of sent) client.send(message)
  expect((await client.closed).code).toBe(code)
})

test('a connection whose session ends while its caller is being found is closed [W07]', async () => {
  await using slow = await startLive()
  const { user, token } = await slow.platform.createUser()
  const { sessions } = slow.platform.services
  const isCurrent = sessions.isCurrent
  // A server hears of an end twice: immediately, and by the key-value store.
  const heard = Promise.withResolvers<void>()
  let times = 0
  sessions.onEnd(() => {
    if (++times === 2) heard.resolve()
  })
  // The session ends once it was found to be current, before the connection has its caller.
  Object.assign(sessions, {
    async isCurrent(...given: Parameters<typeof isCurrent>) {
      const current = await isCurrent(...given)
      if (!current) return false
      await sessions.endAll(user.id)
      await heard.promise
      return true
    },
  })
  const client = await connect(slow.url, { init: null })
  client.send({ type: 'connection_init', payload: { token } })
  expect((await client.closed).code).toBe(4403)
})
