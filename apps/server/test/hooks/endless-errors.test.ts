import { createTestPlatform } from '@platform/plugin-testing'
import { GraphQLError } from 'graphql'
import { describe, expect, test } from 'vitest'
import { named } from '../compose/named.ts'
import { connect, startLive } from '../live/socket.ts'

/** Outside production an answer shows the cause of an error, so these tests are about both. */
const PRODUCTION = { NODE_ENV: 'production', PLATFORM_ROOT_URL: 'https://comments.example' }
const trap = (name: string, error = new Error('it fails')) =>
  Object.defineProperty(error, name, {
    enumerable: true,
    get() {
      throw new Error('a trap')
    },
  })

/** Errors of which no end is found, or whose properties can't all be read. */
const ERRORS: Record<string, () => Error> = {
  'an error that is its own cause'() {
    const error = new Error('it fails')
    return Object.assign(error, { cause: error })
  },
  'an error with thousands of causes'() {
    let error = new Error('it fails')
    for (let i = 0; i < 20_000; i++) error = new Error('it fails', { cause: error })
    return error
  },
  'an error that thousands of others are in, by a property'() {
    let error = new Error('it fails')
    for (let i = 0; i < 20_000; i++) error = Object.assign(new Error('it fails'), { inner: error })
    return error
  },
  'errors that contain themselves'() {
    const error = new AggregateError([], 'it fails')
    error.errors.push(error, error)
    return Object.assign(error, { self: { error }, whole: 1n })
  },
  'a cause that throws': () => trap('cause'),
  'a property that throws': () => trap('extra'),
  'a cause whose text throws': () => new Error('it fails', { cause: trap('message') }),
  'a cause whose code throws': () => new Error('it fails', { cause: trap('code') }),
  'a code that throws': () => Object.assign(new Error('it fails'), { extensions: trap('code') }),
}

const fails = (thrown: () => Error) =>
  named('broken', {
    typeDefs: `
      type RootQuery { broken: Int items: [String] shape: Shape }
      type Shape { size: Int }
      type Subscription { tick: Int tock: Int }
    `,
    resolvers: {
      RootQuery: {
        broken() {
          throw thrown()
        },
        items: () => ['a', thrown()],
        shape: () => ({
          get size() {
            throw thrown()
          },
        }),
      },
      Subscription: {
        tick(number: number) {
          if (number === 1) throw thrown()
          return number
        },
        tock: (number: number) => number,
      },
    },
    hooks: {
      RootMutation: {
        createComment: {
          pre() {
            throw thrown()
          },
        },
      },
    },
    router(router: any) {
      router.get('/api/v1/broken', () => {
        throw thrown()
      })
    },
    websockets: {
      onConnect({ refused }: { refused?: boolean }) {
        if (refused) throw thrown()
      },
    },
  })

const CREATE = 'mutation ($i: CreateCommentInput!) { createComment(input: $i) { comment { id } } }'

describe.each(Object.entries(ERRORS))('%s', (_name, thrown) => {
  test.each([{}, PRODUCTION])("is its plugin's failure, and all else is answered: %o", async env => {
    await using platform = await createTestPlatform({ plugins: [fails(thrown)], env })
    const { data, errors } = await platform.graphql('{ broken items shape { size } __typename }')
    expect(data).toEqual({ broken: null, items: ['a', null], shape: { size: null }, __typename: 'RootQuery' })
    expect(errors.map(({ code, path }) => [code, path?.join('.')]).toSorted()).toEqual([
      ['PLUGIN_FAILED', 'broken'],
      ['PLUGIN_FAILED', 'items.1'],
      ['PLUGIN_FAILED', 'shape.size'],
    ])
    const writer = platform.as(await platform.createUser())
    const i = { asset_id: (await platform.createAsset()).id, body: 'a text' }
    expect(await writer.graphql(CREATE, { i })).toMatchObject({ status: 200, errors: [{ code: 'PLUGIN_FAILED' }] })
    const answer = await platform.http('/api/v1/broken')
    expect([answer.status, await answer.json()]).toMatchObject([
      500,
      { error: { code: 'PLUGIN_FAILED', requestId: expect.stringMatching(/^[\w-]{8,}$/) } },
    ])
    const lines = platform.logs.filter(({ level }) => level === 'error')
    expect(lines.map(({ plugin, version, hook, at }) => `${plugin}@${version} ${hook} ${at}`).toSorted()).toEqual([
      'broken@1.2.3 hooks.pre RootMutation.createComment',
      'broken@1.2.3 resolvers RootQuery.broken',
      'broken@1.2.3 resolvers RootQuery.items',
      'broken@1.2.3 router GET /api/v1/broken',
      'broken@1.2.3 typeDefs Shape.size',
    ])
    for (const line of lines) {
      expect(line['err']).toMatchObject({ message: expect.stringContaining('it fails') })
      expect(JSON.stringify(line).length).toBeLessThan(50_000)
    }
  })

  test('closes no connection of subscribers, and refuses one as any error of onConnect does', async () => {
    await using live = await startLive({ plugins: [fails(thrown)] })
    const client = await connect(live.url)
    for (const field of ['tick', 'tock'])
      client.send({ type: 'subscribe', id: field, payload: { query: `subscription { ${field} }` } })
    client.send({ type: 'ping' })
    await client.next('pong')
    const { events } = live.platform.services
    for (const number of [1, 2]) for (const field of ['tick', 'tock']) await events.publish(field, number)
    const ticks = [await client.next('next', 'tick'), await client.next('next', 'tick')]
    expect(ticks.map(({ payload }) => [payload.data, payload.errors?.[0].extensions.code])).toEqual([
      [{ tick: null }, 'PLUGIN_FAILED'],
      [{ tick: 2 }, undefined],
    ])
    expect((await client.next('next', 'tock')).payload.data).toEqual({ tock: 1 })
    const refused = await connect(live.url, { init: null })
    refused.send({ type: 'connection_init', payload: { refused: true } })
    expect((await refused.closed).code).toBe(4403)
    expect(live.platform.logs.filter(({ level }) => level === 'error')).toMatchObject([
      { plugin: 'broken', at: 'Subscription.tick' },
      { plugin: 'broken', hook: 'websockets', at: 'onConnect' },
    ])
  })
})

test('what a refusal says beside its text is left out when JSON cannot have it', async () => {
  const circular: Record<string, unknown> = { code: 'NOT_TODAY' }
  circular['self'] = circular
  const refusal = () => Object.assign(new Error('not today'), { translation_key: 'NOT_TODAY', metadata: circular })
  const plugin = named('closed', {
    typeDefs: 'type RootQuery { closed: Int late: Int }',
    resolvers: {
      RootQuery: {
        closed() {
          throw refusal()
        },
        late() {
          throw new GraphQLError('not today', { extensions: circular })
        },
      },
    },
    router(router: any) {
      router.get('/api/v1/closed', () => {
        throw Object.assign(refusal(), { status: 'never' })
      })
    },
  })
  await using platform = await createTestPlatform({ plugins: [plugin] })
  const { data, errors } = await platform.graphql('{ closed late __typename }')
  expect(data).toEqual({ closed: null, late: null, __typename: 'RootQuery' })
  expect(errors.map(({ message }) => message)).toEqual(['not today', 'not today'])
  const answer = await platform.http('/api/v1/closed')
  expect([answer.status, await answer.json()]).toMatchObject([400, { error: { code: 'NOT_TODAY' } }])
})
