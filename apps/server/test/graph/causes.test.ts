import { createTestPlatform, type TestPlatform } from '@platform/plugin-testing'
import { expect, test } from 'vitest'
import { named } from '../compose/named.ts'

const KEY = 'a-key-that-no-answer-shows-0123456789'
const fail = () => {
  throw new TypeError(`no gateway for ${KEY}`, { cause: new Error('the cable is out') })
}
const broken = named('broken', {
  typeDefs: 'type RootQuery { broken: Int } type Subscription { tick: Int }',
  resolvers: { RootQuery: { broken: fail }, Subscription: { tick: fail } },
  router: (router: any) => router.get('/api/v1/broken', fail),
})

const SHOWN = {
  message: expect.stringContaining('TypeError: no gateway'),
  stack: expect.arrayContaining([expect.stringMatching(/^at fail \(.*causes\.test\.ts:\d+:\d+\)$/)]),
  cause: { message: 'the cable is out' },
}

/** The errors as a GraphQL operation, a route and an event give them. */
async function answersOf(platform: TestPlatform) {
  const graph = await platform.http('/api/v1/graph/ql', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query: '{ broken }' }),
  })
  const route = await platform.http('/api/v1/broken')
  const ticks = await platform.subscribe('subscription { tick }')
  const event = ticks.next()
  await platform.services.events.publish('tick', 1)
  const { value } = await event
  await ticks.return!()
  return { graph: await graph.json(), route: await route.json(), event: value } as any
}

test('in development and in tests an answer shows the cause of an error, its place and its stack', async () => {
  await using platform = await createTestPlatform({ plugins: [broken] })
  const { graph, route, event } = await answersOf(platform)
  expect(graph.errors[0]).toMatchObject({
    message: 'Something went wrong here',
    extensions: { code: 'PLUGIN_FAILED', cause: { ...SHOWN, place: 'broken@1.2.3 resolvers RootQuery.broken' } },
  })
  expect(route.error).toMatchObject({
    code: 'PLUGIN_FAILED',
    cause: { ...SHOWN, place: 'broken@1.2.3 router GET /api/v1/broken' },
  })
  expect(event.errors[0].extensions.cause).toMatchObject(SHOWN)
})

test('the errors that a test platform gives have the cause, so that a failing test prints it', async () => {
  await using platform = await createTestPlatform({ plugins: [broken] })
  const { errors } = await platform.graphql('{ broken }')
  expect(errors).toMatchObject([{ plugin: 'broken', at: 'RootQuery.broken', cause: SHOWN }])
  // Vitest prints a failed comparison from the `actual` of its error, because the message shortens long values.
  expect(() => expect(errors).toEqual([])).toThrow(
    expect.objectContaining({
      actual: [expect.objectContaining({ cause: expect.objectContaining({ message: SHOWN.message }) })],
    }),
  )
})

test('the secrets of the server are in no cause', async () => {
  await using platform = await createTestPlatform({ plugins: [broken], env: { PLATFORM_JWT_SECRET: KEY } })
  const text = JSON.stringify(await answersOf(platform))
  expect(text).toContain('no gateway')
  expect(text).not.toContain(KEY)
})

test('in production no answer shows the cause of an error', async () => {
  await using platform = await createTestPlatform({
    plugins: [broken],
    env: { NODE_ENV: 'production', PLATFORM_ROOT_URL: 'https://comments.example' },
  })
  const answers = await answersOf(platform)
  const text = JSON.stringify(answers)
  expect(answers.graph.errors[0].extensions.code).toBe('PLUGIN_FAILED')
  for (const inside of ['cause', 'stack', 'gateway', 'cable', 'causes.test']) expect(text).not.toContain(inside)
})
