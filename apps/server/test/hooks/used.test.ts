import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { HookObject, PluginApp, User } from '@platform/plugin-sdk'
import { createTestPlatform } from '@platform/plugin-testing'
import { describe, expect, test } from 'vitest'
import { named } from '../compose/named.ts'
import { connect, startLive } from '../live/socket.ts'

const people = [{ name: 'Ada' }]

/** The seed's own example: people that can be listed, made and followed. */
const example: HookObject = {
  typeDefs: `
    enum PERSON_MOOD { HAPPY SAD }
    type Person { name: String! mood: PERSON_MOOD! }
    type RootMutation { createPerson(name: String!): Person }
    type RootQuery { people: [Person!] }
    type Subscription { personCreated(mood: PERSON_MOOD): Person }
  `,
  context: {
    notifier: () => ({
      notify: async (message: string) => {
        sent.push(message)
      },
    }),
  },
  loaders: () => ({ People: { load: () => people.map(person => ({ ...person, mood: 'HAPPY' })) } }),
  mutators: ({ plugins, pubsub }) => ({
    People: {
      async create(name: string) {
        const person = { name, mood: name.startsWith('S') ? 'SAD' : 'HAPPY' }
        await (plugins['notifier'] as { notify(message: string): Promise<void> }).notify(`hello ${name}`)
        await pubsub.publish('personCreated', person)
        return person
      },
    },
  }),
  resolvers: {
    RootQuery: {
      people: (_root, _args, { loaders }) => (loaders as never as { People: { load(): object[] } }).People.load(),
    },
    RootMutation: {
      createPerson: (_root, { name }: { name: string }, { mutators }) =>
        (mutators as never as { People: { create(name: string): object } }).People.create(name),
    },
    Subscription: { personCreated: (person: object) => person },
  },
  setupFunctions: {
    personCreated: (_options, args: { mood?: string }) => ({
      personCreated: { filter: (person: { mood: string }) => !args.mood || person.mood === args.mood },
    }),
  },
}
let sent: string[] = []

test('typeDefs, context, loaders, mutators, resolvers and setupFunctions work together', async () => {
  sent = []
  await using platform = await createTestPlatform({ plugins: [named('people', example)] })
  const all = await platform.subscribe('subscription { personCreated { name } }')
  const sad = await platform.subscribe('subscription { personCreated(mood: SAD) { name mood } }')
  expect((await platform.graphql('{ people { name mood } }')).data).toEqual({
    people: [{ name: 'Ada', mood: 'HAPPY' }],
  })
  for (const name of ['Hal', 'Sam'])
    await platform.graphql('mutation ($name: String!) { createPerson(name: $name) { name } }', { name })
  expect(sent).toEqual(['hello Hal', 'hello Sam'])
  expect((await all.next()).value).toEqual({ data: { personCreated: { name: 'Hal' } } })
  expect((await sad.next()).value).toEqual({ data: { personCreated: { name: 'Sam', mood: 'SAD' } } })
})

test('tags: what code defines can be used, by whom it says', async () => {
  const tags = [
    {
      name: 'OFF_TOPIC',
      permissions: { public: true, self: true, roles: [] },
      models: ['COMMENTS'] as const,
      created_at: new Date(0),
    },
    {
      name: 'PICK',
      permissions: { public: true, self: false, roles: ['MODERATOR'] as const },
      models: ['COMMENTS'] as const,
      created_at: new Date(0),
    },
  ]
  await using platform = await createTestPlatform({ plugins: [named('tags', { tags })] })
  const asset = await platform.createAsset()
  const tagged = (tag: string) =>
    platform.as(reader).graphql(
      `mutation ($i: CreateCommentInput!) {
        createComment(input: $i) { comment { tags { tag { name } } } errors { translation_key } }
      }`,
      { i: { asset_id: asset.id, body: 'tagged', tags: [tag] } },
    )
  const reader = await platform.createUser()
  expect((await tagged('OFF_TOPIC')).data?.['createComment'].comment.tags).toEqual([{ tag: { name: 'OFF_TOPIC' } }])
  expect((await tagged('PICK')).data?.['createComment'].errors).toEqual([{ translation_key: 'NOT_AUTHORIZED' }])
})

describe('tokenUserNotFound', () => {
  const answering = (name: string, user: () => User | null, asked: unknown[]) =>
    named(name, {
      tokenUserNotFound: (found: { jwt: Record<string, unknown>; token: string }) => {
        asked.push(found)
        return user()
      },
    })

  test('is asked in order with token and claims; the first user wins', async () => {
    const asked: { jwt: Record<string, unknown>; token: string }[][] = [[], [], []]
    let user: User | null = null
    await using asking = await createTestPlatform({
      plugins: [
        answering('silent', () => null, asked[0]!),
        answering('answers', () => user, asked[1]!),
        named('never', {
          tokenUserNotFound: (found: never) => {
            asked[2]!.push(found)
            return null
          },
        }),
      ],
    })
    user = (await asking.createUser({ username: 'known' })).user
    const { token } = await asking.services.tokens.sign({
      kind: 'session',
      userId: 'outer-7',
      claims: { external: 'Outer' },
    })
    const answer = await asking.http('/api/v1/auth', { headers: { authorization: `Bearer ${token}` } })
    expect((await answer.json()).user.username).toBe('known')
    expect(asked.map(found => found.length)).toEqual([1, 1, 0])
    expect(asked[0]![0]).toMatchObject({ token, jwt: { sub: 'outer-7', external: 'Outer' } })
  })
})

test('authStrategies: a sign-in goes to the provider and back, in both kinds of route', async () => {
  let registry: { authenticate(name: string, options: object): (...args: unknown[]) => unknown }
  const strategy = {
    name: 'provider',
    authenticate(
      this: { redirect(url: string): void; success(user: object): void },
      req: { query?: { code?: string }; url?: string },
    ) {
      return String(req.url).includes('code=')
        ? this.success({ id: 'someone' })
        : this.redirect('https://provider.example/authorize')
    },
  }
  await using platform = await createTestPlatform({
    plugins: [
      named('provider', {
        authStrategies(strategies: { use(name: string, strategy: object): void }) {
          registry = strategies as never
          strategies.use('provider', strategy)
        },
        router(router: any) {
          router.get(
            '/provider',
            (req: unknown, res: unknown, next: unknown) =>
              registry.authenticate('provider', { session: false })(req, res, next),
            (req: { user: object }, res: { json(body: object): void }) => res.json(req.user),
          )
          router.koa.get(
            '/provider-koa',
            (ctx: unknown, next: unknown) => registry.authenticate('provider', { session: false })(ctx, next),
            (ctx: { body: unknown; state: { user: unknown } }) => {
              ctx.body = ctx.state.user
            },
          )
        },
      }),
    ],
  })
  for (const path of ['/provider', '/provider-koa']) {
    const away = await platform.http(path, { redirect: 'manual' })
    expect([away.status, away.headers.get('location')]).toEqual([302, 'https://provider.example/authorize'])
    expect(await (await platform.http(`${path}?code=1`)).json()).toEqual({ id: 'someone' })
  }
})

test('passport, the older name of authStrategies, is the same hook', async () => {
  let used = false
  await using platform = await createTestPlatform({
    plugins: [
      named('older', {
        passport() {
          used = true
        },
      }),
    ],
  })
  expect([used, platform.ready]).toEqual([true, true])
})

test('app: middleware of both kinds runs in front of everything, in order', async () => {
  const seen: string[] = []
  await using platform = await createTestPlatform({
    plugins: [
      named('metrics', {
        app(app: PluginApp) {
          app.koa.use(async (_ctx, next) => {
            seen.push('koa')
            await next()
          })
          app.use((_req, res, next) => {
            seen.push('express')
            res.setHeader('x-metrics', 'on')
            next()
          })
        },
      }),
    ],
  })
  const answer = await platform.http('/api/v1/auth')
  expect([seen, answer.status, answer.headers.get('x-metrics')]).toEqual([['koa', 'express'], 204, 'on'])
})

test('connectors are merged into the tree that connect, once and before it listens, and contexts give', async () => {
  const got: unknown[] = []
  const plugin = named('connected', {
    connectors: { services: { Weather: { now: () => 'fine' } } },
    connect(connectors: { services: { Weather: { now(): string } } }) {
      got.push(connectors.services.Weather.now())
    },
    typeDefs: 'type RootQuery { weather: String }',
    resolvers: {
      RootQuery: {
        weather: (_root: unknown, _args: unknown, { connectors }: any) => connectors.services.Weather.now(),
      },
    },
  })
  await using live = await startLive({ plugins: [plugin] })
  expect(got).toEqual(['fine'])
  expect((await live.platform.graphql('{ weather }')).data).toEqual({ weather: 'fine' })
})

test('connect: the broker tells what this server publishes', async () => {
  const heard: string[] = []
  await using live = await startLive({
    plugins: [
      named('listener', {
        connect({ graph }: any) {
          graph.subscriptions.getBroker().on('commentAdded', (comment: { body: string }) => {
            heard.push(comment.body)
          })
        },
      }),
    ],
  })
  await live.platform.createComment({
    body: 'heard of',
    asset: await live.platform.createAsset(),
    author: await live.platform.createUser(),
  })
  const reader = live.platform.as(await live.platform.createUser())
  const asset = await live.platform.createAsset()
  await reader.graphql('mutation ($i: CreateCommentInput!) { createComment(input: $i) { comment { id } } }', {
    i: { asset_id: asset.id, body: 'said aloud' },
  })
  expect(heard).toContain('said aloud')
})

test('websockets: onConnect gets the caller and may refuse, and onDisconnect is called at the end', async () => {
  const gone: unknown[] = []
  await using live = await startLive({
    plugins: [
      named('gate', {
        websockets: {
          onConnect(params: { invited?: boolean }, socket: { upgradeReq: { user: unknown } }) {
            if (!params.invited) throw new Error('not invited')
            expect(socket.upgradeReq.user).toBeNull()
          },
          onDisconnect(socket: unknown) {
            gone.push(socket)
          },
        },
      }),
    ],
  })
  const guest = await connect(live.url, { init: { invited: true } })
  const stranger = await connect(live.url, { init: null })
  stranger.send({ type: 'connection_init' })
  expect((await stranger.closed).code).toBe(4403)
  // No hook is told of a connection that ends before its client has said who it is.
  const silent = await connect(live.url, { init: null })
  silent.socket.close()
  await silent.closed
  guest.socket.close()
  await guest.closed
  await expect.poll(() => gone.length).toBe(2)
})

test('a client that has left while its user was looked for is announced to no plugin', async () => {
  const told: string[] = []
  const [asked, answer] = [Promise.withResolvers<void>(), Promise.withResolvers<User>()]
  const finder = named('finder', {
    tokenUserNotFound() {
      asked.resolve()
      return answer.promise
    },
    websockets: { onConnect: () => told.push('connect'), onDisconnect: () => told.push('disconnect') },
  })
  await using live = await startLive({ plugins: [finder] })
  const client = await connect(live.url, { init: null })
  client.send({ type: 'connection_init', payload: { token: await live.platform.token() } })
  await asked.promise
  client.socket.terminate()
  const visit = async () => (await connect(live.url)).socket.close()
  await visit()
  await expect.poll(() => told).toEqual(['connect', 'disconnect'])
  answer.resolve((await live.platform.createUser()).user)
  await visit()
  await expect.poll(() => told).toEqual(['connect', 'disconnect', 'connect', 'disconnect'])
})

test('an onDisconnect that fails is named in the log', async () => {
  const failing = named('failing', {
    websockets: {
      onDisconnect() {
        throw new Error('gone')
      },
    },
  })
  await using live = await startLive({ plugins: [failing] })
  const guest = await connect(live.url)
  guest.socket.close()
  await expect
    .poll(() => live.platform.logs.filter(({ level }) => level === 'error'))
    .toMatchObject([{ plugin: 'failing', version: '1.2.3', hook: 'websockets', at: 'onDisconnect' }])
})

test('schemaLevelResolveFunction runs once an operation, last plugin first, and passes the root on', async () => {
  const order: string[] = []
  const plugin = (name: string) =>
    named(name, {
      schemaLevelResolveFunction: (root: object | undefined) => {
        order.push(name)
        return { ...root, [name]: true }
      },
    })
  await using platform = await createTestPlatform({
    plugins: [
      plugin('a'),
      plugin('b'),
      named('reads', {
        typeDefs: 'type RootQuery { rootOne: String rootTwo: String }',
        resolvers: {
          RootQuery: {
            rootOne: (root: object) => JSON.stringify(root),
            rootTwo: (root: object) => JSON.stringify(root),
          },
        },
      }),
    ],
  })
  expect((await platform.graphql('{ rootOne rootTwo }')).data).toEqual({
    rootOne: '{"b":true,"a":true}',
    rootTwo: '{"b":true,"a":true}',
  })
  expect(order).toEqual(['b', 'a'])
})

test('translations are merged, may be replaced with leave, and fall back to English', async () => {
  const plugins = [
    named('one', {
      translations: { en: { greeting: 'Hello {0}', only: 'in English' }, de: { greeting: 'Hallo {0}' } },
    }),
    named('two', { translations: { en: { greeting: 'Good day, {0}' } } }),
  ]
  await using platform = await createTestPlatform({
    plugins,
    settings: { two: { allow: ['text.override:en.greeting'] } },
  })
  const { translations } = platform.services.composition
  expect([
    translations.text('en', 'greeting', 'Ada'),
    translations.text('de', 'greeting', 'Ada'),
    translations.text('de', 'only'),
    translations.text('en', 'nothing.here'),
  ]).toEqual(['Good day, Ada', 'Hallo Ada', 'in English', 'nothing.here'])
})

test('a language without a text, and a file without one, are no mistakes', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'texts-'))
  const file = join(folder, 'empty.yml')
  await writeFile(file, '# nothing yet\n')
  const plugins = [
    named('one', { translations: { en: { greeting: 'Hello' }, de: null } as never }),
    named('two', { translations: file }),
  ]
  await using platform = await createTestPlatform({ plugins })
  const { translations } = platform.services.composition
  expect([translations.text('de', 'greeting'), translations.languages]).toEqual(['Hello', ['en']])
  await rm(folder, { recursive: true })
})

test('indexes a plugin declares are there', async () => {
  await using platform = await createTestPlatform({
    plugins: [
      named('indexed', {
        indexes: [{ collection: 'likes', name: 'once', keys: { user_id: 1, item_id: 1 }, unique: true }],
      }),
    ],
  })
  const likes = platform.services.docstore.collection<{ _id: string; user_id: string; item_id: string }>('likes')
  await likes.insertOne({ user_id: 'u', item_id: 'i' })
  await expect(likes.insertOne({ user_id: 'u', item_id: 'i' })).rejects.toMatchObject({ code: 11000 })
})

test('init, ready and shutdown run in order, and deferred functions run in reverse order', async () => {
  const order: string[] = []
  const plugin = (name: string) =>
    named(name, {
      init(api: { defer(undo: () => void): void; signal: AbortSignal }) {
        order.push(`init ${name}`)
        api.defer(() => {
          order.push(`undo ${name}, ${api.signal.aborted ? 'aborted' : 'running'}`)
        })
      },
      ready: () => {
        order.push(`ready ${name}`)
      },
      shutdown: () => {
        order.push(`shutdown ${name}`)
      },
    })
  const platform = await createTestPlatform({ plugins: [plugin('a'), plugin('b')] })
  await platform[Symbol.asyncDispose]()
  expect(order).toEqual([
    'init a',
    'init b',
    'ready a',
    'ready b',
    'shutdown b',
    'shutdown a',
    'undo b, aborted',
    'undo a, aborted',
  ])
})
