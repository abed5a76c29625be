import { once } from 'node:events'
import { definePlugin, HOOK_SHAPES } from '@platform/plugin-sdk'
import { createTestPlatform, type TestPlatform } from '@platform/plugin-testing'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { reports } from '../server/hooks/models.ts'
import example from '../server/index.ts'
import { tally } from '../server/tally.ts'

let platform: TestPlatform

beforeAll(async () => {
  platform = await createTestPlatform({ plugins: [example], env: { PORT: '0', HOST: '127.0.0.1' } })
})
afterAll(() => platform[Symbol.asyncDispose]())

const json = async (path: string, from: TestPlatform = platform) => {
  const response = await from.http(path)
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

test('router: users read their own stars, and an anonymous caller reads none', async () => {
  const reader = platform.as(await platform.createUser())
  const { id } = await platform.createComment({ asset: await platform.createAsset() })
  await reader.graphql(
    'mutation ($id: ID!) { setStar(input: { comment_id: $id, kept: true }) { errors { translation_key } } }',
    { id },
  )
  expect(await json('/api/v1/example/stars', reader)).toEqual({ status: 200, body: [id] })
  expect((await json('/api/v1/example/stars')).status).toBe(401)
})

test('router.koa, connectors: administrators read the tally, and code finds it by name', async () => {
  const statuses = []
  for (const user of [null, await platform.createUser(), await platform.createUser({ roles: ['ADMIN'] })])
    statuses.push((await json('/api/v1/example/tally', platform.as(user))).status)
  expect(statuses).toEqual([401, 403, 200])
  expect(platform.context.connectors['example']).toEqual({ tally })
})

test('models, jobs: the tally of a week is stored once', async () => {
  await using own = await createTestPlatform({ plugins: [example], now: new Date('2026-03-01T12:00:00.000Z') })
  await own.services.jobs.idle()
  for (let day = 0; day < 15; day++) {
    own.clock.advance(24 * 3_600_000)
    await own.services.jobs.idle()
  }
  const stored = await reports.in(own.services).find({}, { sort: { week: 1 } })
  expect(stored.map(({ id }) => id)).toEqual(
    ['2026-03-02', '2026-03-09', '2026-03-16'].map(day => `${day}T07:00:00.000Z`),
  )
  expect(stored[0]).toMatchObject({ comments: expect.any(Number), week: new Date('2026-03-02T07:00:00.000Z') })
})

test('defines: other plugins give functions that are called with each starred comment', async () => {
  const heard: string[] = []
  const listening = definePlugin({ name: 'listening', sdk: '^1.0', starListeners: [id => heard.push(id)] })
  await using both = await createTestPlatform({ plugins: [example, listening] })
  const { id } = await both.createComment({ asset: await both.createAsset() })
  await both
    .as({ roles: [] })
    .graphql('mutation ($id: ID!) { setStar(input: { comment_id: $id, kept: true }) { errors { translation_key } } }', {
      id,
    })
  expect(heard).toEqual([id])
})

test('authStrategies, translations: guests who give a name are greeted', async () => {
  expect(await json('/api/v1/example/greeting?name=Ada')).toEqual({ status: 200, body: { greeting: 'Welcome, Ada!' } })
  expect((await platform.http('/api/v1/example/greeting')).status).toBe(401)
  expect((await platform.http('/api/v1/example/greeting?name=%3Cb%3E')).status).toBe(401)
  expect(platform.services.composition.translations.text('de', 'example.greeting', 'Ada')).toBe('Willkommen, Ada!')
})

test('app: every answer has the header', async () => {
  for (const path of ['/', '/healthz', '/api/v1/example/greeting?name=Ada', '/nothing'])
    expect((await platform.http(path)).headers.get('permissions-policy')).toBe('browsing-topics=()')
})

test('schemaLevelResolveFunction: each operation counts once', async () => {
  const before = tally.operations
  await platform.graphql('{ me { id } again: me { id } }')
  expect(tally.operations - before).toBe(1)
})

test("tokenUserNotFound: a partner's token makes a user once, and other tokens make none", async () => {
  const call = async (userId: string, claims: Record<string, unknown>) => {
    const { token } = await platform.services.tokens.sign({ kind: 'session', userId, claims })
    const response = await platform.http('/api/v1/graph/ql', {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ query: '{ me { id username } }' }),
    })
    return { status: response.status, me: ((await response.json()) as { data?: { me: unknown } }).data?.me }
  }
  const known = { status: 200, me: { id: 'partner-7', username: 'Grace' } }
  expect([
    await call('partner-7', { provider: 'example', name: 'Grace' }),
    await call('partner-7', { provider: 'example', name: 'Grace' }),
  ]).toEqual([known, known])
  expect((await call('partner-8', { provider: 'other', name: 'Eve' })).me ?? null).toBeNull()
})

test('connect, websockets: comments and connections of this server are counted', async () => {
  const listening = await platform.listen()
  const before = { ...tally }
  const socket = new WebSocket(`ws://127.0.0.1:${listening.port}/api/v1/live`, 'graphql-transport-ws')
  await once(socket, 'open')
  socket.send(JSON.stringify({ type: 'connection_init' }))
  await once(socket, 'message')
  expect(tally.readers - before.readers).toBe(1)
  const asset = await platform.createAsset()
  await platform
    .as(await platform.createUser())
    .graphql(
      'mutation ($id: ID!) { createComment(input: { asset_id: $id, body: "Hello" }) { errors { translation_key } } }',
      { id: asset.id },
    )
  expect(tally.comments - before.comments).toBe(1)
  socket.close()
  await vi.waitFor(
    () => {
      expect(tally.readers).toBe(before.readers)
    },
    { timeout: 5_000, interval: 5 },
  )
  await listening.stop()
})

test('init, ready, shutdown: each writes to the log, and the timer ends with the platform', async () => {
  const timers = () => process.getActiveResourcesInfo().filter(name => name === 'Timeout').length
  const before = timers()
  const short = await createTestPlatform({
    plugins: [example],
    settings: { 'platform-plugin-example': { config: { reportEvery: 1_000 } } },
  })
  const { logs } = short
  const messages = () => logs.filter(line => line['plugin'] === 'platform-plugin-example').map(line => line['msg'])
  expect(messages()).toEqual(['readers can star comments'])
  await vi.waitFor(
    () => {
      expect(messages()).toContain('the tally so far')
    },
    { timeout: 5_000, interval: 20 },
  )
  await short[Symbol.asyncDispose]()
  expect(messages().at(-1)).toBe('the tally at the end')
  expect(timers()).toBeLessThanOrEqual(before)
})

test('this example has every hook but an older name, and the one for records about assets, of which it has none', () => {
  const without = ['passport', 'assetData']
  expect(Object.keys(example).toSorted()).toEqual(
    Object.keys(HOOK_SHAPES)
      .filter(name => !without.includes(name))
      .toSorted(),
  )
})
