import { configure, definePlugin, type HookObject } from '@platform/plugin-sdk'
import { CompositionError } from '@platform/server'
import { describe, expect, expectTypeOf, test } from 'vitest'
import { createTestPlatform } from '../src/index.ts'
import { likes } from './likes.ts'
import { notifier } from './notifier.ts'

describe('a test platform', () => {
  test('answers operations, requests and subscriptions of the plugin', async () => {
    await using platform = await createTestPlatform({ plugins: [likes] })
    const events = await platform.subscribe<{ testLiked: number }>('subscription { testLiked(by: "Ada") }')
    for (const by of ['Grace', 'Ada'])
      await platform.graphql('mutation ($by: String!) { testLike(by: $by) { count } }', { by })
    expect((await events.next()).value).toEqual({ data: { testLiked: 2 } })
    await events.return!()
    expect(await platform.graphql('{ testLikes }')).toEqual({ status: 200, data: { testLikes: 2 }, errors: [] })
    expect(await (await platform.http('/api/v1/test-likes')).json()).toEqual({ count: 2, user: null, roles: [] })
    expect(platform.published).toEqual([
      { event: 'testLiked', payload: { by: 'Grace', count: 1 } },
      { event: 'testLiked', payload: { by: 'Ada', count: 2 } },
    ])
    expect(platform.sdl).toContain('testLikes: Int!')
  })

  test("takes settings through the plugin's own schema", async () => {
    await using platform = await createTestPlatform({
      plugins: [configure(likes, { max: 1 })],
      env: { PLATFORM_PLUGIN_TEST_LIKES_API_KEY: 'k' },
    })
    expect(platform.loaders.TestLikes.max()).toBe(1)
    await platform.mutators.TestLikes.add('Ada')
    const { data } = await platform.graphql('mutation { testLike(by: "Grace") { count errors { translation_key } } }')
    expect(data!['testLike']).toEqual({ count: null, errors: [{ translation_key: 'BAD_USER_INPUT' }] })
  })

  test('has the types of the loaders and contexts of its plugins, and of no others', async () => {
    const plain = {
      typeDefs: 'type RootQuery { one: Int }',
      resolvers: { RootQuery: { one: () => 1 } },
    } satisfies HookObject
    await using platform = await createTestPlatform({ plugins: [configure(likes, {}), notifier, plain] })
    expectTypeOf(platform.loaders.TestLikes.count).returns.resolves.toBeNumber()
    expectTypeOf(platform.context.plugins.testNotifier.notify).parameters.toEqualTypeOf<[message: string]>()
    // @ts-expect-error no plugin of this test gives it
    expect(platform.loaders.Others).toBeUndefined()
    expect(await platform.context.plugins.testNotifier.notify('four')).toBe(4)
    expect((await platform.graphql('{ one }')).data).toEqual({ one: 1 })
  })

  test('gives users and comments that are made one after the other times of their own', async () => {
    await using platform = await createTestPlatform()
    const asset = await platform.createAsset()
    const author = await platform.createUser()
    const times: number[] = []
    for (const _ of Array(30)) {
      times.push((await platform.createUser()).user.created_at.getTime())
      times.push((await platform.createComment({ asset, author })).created_at.getTime())
    }
    expect(times).toEqual([...new Set(times)].toSorted((one, other) => one - other))
  })

  test('names the plugin whose code failed, in the answer and in the diagnostics', async () => {
    await using platform = await createTestPlatform({ plugins: [likes] })
    const { errors } = await platform.graphql('{ broken }')
    expect(errors).toEqual([
      {
        message: 'Something went wrong here',
        code: 'PLUGIN_FAILED',
        path: ['broken'],
        plugin: 'platform-plugin-test-likes',
        hook: 'resolvers',
        at: 'RootQuery.broken',
        cause: {
          message: 'a detail of the plugin',
          place: 'platform-plugin-test-likes resolvers RootQuery.broken',
          stack: expect.arrayContaining([expect.stringMatching(/^at broken \(.*likes\.ts:\d+:\d+\)$/)]),
        },
      },
    ])
    expect(platform.diagnostics).toEqual([
      {
        code: 'PLUGIN_HOOK_FAILED',
        message: 'a detail of the plugin',
        plugin: 'platform-plugin-test-likes',
        hook: 'resolvers',
        at: 'RootQuery.broken',
      },
    ])
    expect(platform.logs.some(({ plugin }) => plugin === 'platform-plugin-test-likes')).toBe(true)
  })

  test('answers as the user that the test names', async () => {
    await using platform = await createTestPlatform({ plugins: [likes] })
    const moderator = platform.as({ roles: ['MODERATOR'], username: 'mod' })
    const seen = async (by: typeof moderator) => (await by.http('/api/v1/test-likes')).json()
    expect(await seen(moderator)).toMatchObject({ user: 'mod', roles: ['MODERATOR'] })
    expect(await seen(moderator)).toMatchObject({ user: 'mod' })
    const { user } = await platform.createUser({ username: 'ada' })
    expect([await seen(platform.as(user)), await seen(platform.as(user).as(null))]).toMatchObject([
      { user: 'ada' },
      { user: null },
    ])
    const token = await platform.token({ sub: user.id })
    expect(
      await (await platform.http('/api/v1/test-likes', { headers: { authorization: `Bearer ${token}` } })).json(),
    ).toMatchObject({ user: 'ada' })
  })

  test('gives tokenUserNotFound the claims of a token', async () => {
    const claims: unknown[] = []
    await using platform = await createTestPlatform({
      plugins: [
        {
          tokenUserNotFound: ({ jwt }) => {
            claims.push(jwt)
            return null
          },
        } satisfies HookObject,
      ],
    })
    await platform.http('/api/v1/graph/ql?query={me{id}}', {
      headers: { authorization: `Bearer ${await platform.token({ sub: 'outer-7', name: 'Outer' })}` },
    })
    expect(claims).toMatchObject([{ sub: 'outer-7', name: 'Outer' }])
  })

  test('keeps its data over a restart, and starts the plugin again', async () => {
    let starts = 0
    await using platform = await createTestPlatform({
      plugins: [
        {
          init: () => {
            starts++
          },
        } satisfies HookObject,
      ],
    })
    const asset = await platform.createAsset({ url: 'http://localhost/a' })
    await platform.restart()
    expect(starts).toBe(2)
    expect((await platform.graphql('query ($id: ID!) { asset(id: $id) { url } }', { id: asset.id })).data).toEqual({
      asset: { url: 'http://localhost/a' },
    })
  })

  test('has a clock of its own', async () => {
    await using platform = await createTestPlatform({ now: new Date('2030-01-01') })
    const asset = await platform.createAsset({ closedAt: new Date('2030-01-02') })
    const closed = async () =>
      (await platform.graphql('query ($id: ID!) { asset(id: $id) { isClosed } }', { id: asset.id })).data!['asset']
        .isClosed
    expect(await closed()).toBe(false)
    platform.clock.advance(2 * 24 * 60 * 60 * 1_000)
    expect(await closed()).toBe(true)
  })
})

describe('loading', () => {
  const needy = definePlugin({
    name: 'needy',
    sdk: '^1.0',
    requires: { 'platform-plugin-test-notifier': '^1.0' },
    typeDefs: 'type RootQuery { notify: Int }',
    resolvers: { RootQuery: { notify: (_root, _args, { plugins }) => plugins.testNotifier.notify('hello') } },
  })

  test('reports all problems together', async () => {
    const misspelt = definePlugin({
      name: 'misspelt',
      sdk: '^1.0',
      config: likes[Symbol.for('@platform/plugin') as never] as never,
      ...{ resolver: {} },
    } as never)
    const error = await createTestPlatform({
      plugins: [needy, configure(likes, { max: 'many' } as never), misspelt],
    }).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(CompositionError)
    expect((error as CompositionError).problems.map(({ code }) => code)).toEqual(
      expect.arrayContaining(['PLUGIN_DEPENDENCY_MISSING', 'PLUGIN_CONFIG_INVALID', 'PLUGIN_HOOK_INVALID']),
    )
  })

  test('orders plugins by what they require', async () => {
    await using platform = await createTestPlatform({ plugins: [needy, notifier] })
    expect((await platform.graphql('{ notify }')).data).toEqual({ notify: 5 })
  })

  test('accepts a stub for a required plugin that is not tested', async () => {
    await using platform = await createTestPlatform({
      plugins: [needy],
      stubs: { 'platform-plugin-test-notifier': { context: { testNotifier: { notify: async () => 42 } } } },
    })
    expect((await platform.graphql('{ notify }')).data).toEqual({ notify: 42 })
  })
})
