import { BadUserInputError, type HookObject } from '@platform/plugin-sdk'
import { createTestPlatform, type TestPlatform } from '@platform/plugin-testing'
import { describe, expect, test } from 'vitest'
import { named } from '../compose/named.ts'

const THROWN: [name: string, thrown: () => unknown][] = [
  ['an error', () => new Error('boom')],
  ['a text', () => 'boom'],
  ['nothing', () => undefined],
  ['null', () => null],
  ['an error that is frozen', () => Object.freeze(new Error('boom'))],
]
const around = (hooks: object): HookObject => ({ hooks: { RootMutation: { createComment: hooks } } })
const throwing = (thrown: () => unknown) => () => {
  throw thrown()
}
const rejecting = (thrown: () => unknown) => async () => {
  throw thrown()
}

async function post(platform: TestPlatform, given?: { readonly id: string }) {
  const asset = given ?? (await platform.createAsset())
  const { data, errors } = await platform.as(await platform.createUser()).graphql(
    `mutation ($id: ID!) {
      createComment(input: { asset_id: $id, body: "Hello" }) {
        comment { id } errors { translation_key }
      }
    }`,
    { id: asset.id },
  )
  const kept = await platform.graphql(
    'query ($id: ID!) { asset(id: $id) { totalCommentCount commentCount comments { nodes { body } } } }',
    { id: asset.id },
  )
  return { data, codes: errors.map(({ code }) => code), kept: kept.data!['asset'] }
}

describe.each(THROWN)('a hook that throws %s', (_name, thrown) => {
  test.each([
    ['immediately', throwing(thrown)],
    ['later', rejecting(thrown)],
  ])('before the field, %s: the field fails and nothing is stored [P10]', async (_when, pre) => {
    await using platform = await createTestPlatform({ plugins: [named('broken', around({ pre }))] })
    expect(await post(platform)).toEqual({
      data: null,
      codes: ['PLUGIN_FAILED'],
      kept: { totalCommentCount: 0, commentCount: 0, comments: { nodes: [] } },
    })
    expect(platform.logs.filter(({ level }) => level === 'error')).toMatchObject([
      { plugin: 'broken', hook: 'hooks.pre', at: 'RootMutation.createComment' },
    ])
  })

  test.each([
    ['immediately', throwing(thrown)],
    ['later', rejecting(thrown)],
  ])(
    'after the field, %s: what was stored stays, with every count, and the plugin is named [P11]',
    async (_when, run) => {
      await using platform = await createTestPlatform({
        plugins: [named('broken', around({ post: { mode: 'transform', run } }))],
      })
      expect(await post(platform)).toEqual({
        data: null,
        codes: ['PLUGIN_FAILED'],
        kept: { totalCommentCount: 1, commentCount: 1, comments: { nodes: [{ body: 'Hello' }] } },
      })
      expect(platform.logs.filter(({ level }) => level === 'error')).toMatchObject([
        { plugin: 'broken', hook: 'hooks.post', at: 'RootMutation.createComment' },
      ])
    },
  )

  test.each<[form: string, post: unknown]>([
    ['with the mode observe', { mode: 'observe', run: throwing(thrown) }],
    ['with the mode observe, later', { mode: 'observe', run: rejecting(thrown) }],
    ['with fewer than four parameters', throwing(thrown)],
    ['with fewer than four parameters, later', rejecting(thrown)],
  ])('and only observes, %s: the client gets the comment, and the plugin is named', async (_form, observer) => {
    const seen: string[] = []
    const second = named('second', around({ post: { mode: 'observe', run: () => void seen.push('second') } }))
    await using platform = await createTestPlatform({
      plugins: [second, named('broken', around({ post: observer }))],
    })
    const { data, codes, kept } = await post(platform)
    expect([data, codes]).toEqual([{ createComment: { comment: { id: expect.any(String) }, errors: null } }, []])
    expect([kept.totalCommentCount, seen]).toEqual([1, ['second']])
    expect(platform.logs.filter(({ level }) => level === 'error')).toMatchObject([
      {
        plugin: 'broken',
        version: '1.2.3',
        hook: 'hooks.post',
        at: 'RootMutation.createComment',
        request: expect.any(String),
        msg: expect.stringMatching(
          /^PLUGIN_HOOK_FAILED broken@1\.2\.3 hooks\.post RootMutation\.createComment \(request /,
        ),
      },
    ])
  })
})

test('an error of the platform that an observing hook throws is no error of the mutation', async () => {
  const refusing = named(
    'refusing',
    around({
      post: {
        mode: 'observe',
        run: () => {
          throw new BadUserInputError('Not this one')
        },
      },
    }),
  )
  await using platform = await createTestPlatform({ plugins: [refusing] })
  const { data, codes } = await post(platform)
  expect([data!['createComment'].errors, codes]).toEqual([null, []])
})

test('a hook that observes a query, or a field of a subscription, can not fail it either', async () => {
  const broken = named('broken', {
    hooks: {
      RootQuery: { asset: { post: throwing(() => new Error('a')) } },
      Comment: { body: { post: throwing(() => 1) } },
    },
  })
  await using platform = await createTestPlatform({ plugins: [broken] })
  const asset = await platform.createAsset()
  const events = await platform.subscribe('subscription ($id: ID!) { commentAdded(asset_id: $id) { body } }', {
    id: asset.id,
  })
  await post(platform, asset)
  expect((await events.next()).value).toEqual({ data: { commentAdded: { body: 'Hello' } } })
  const read = 'query ($id: ID!) { asset(id: $id) { comments { nodes { body } } } }'
  expect(await platform.graphql(read, { id: asset.id })).toMatchObject({
    data: { asset: { comments: { nodes: [{ body: 'Hello' }] } } },
    errors: [],
  })
  expect(new Set(platform.logs.filter(({ level }) => level === 'error').map(({ at }) => at))).toEqual(
    new Set(['RootQuery.asset', 'Comment.body']),
  )
})

test('a listener of an event that fails is named, and the listeners of other plugins are called', async () => {
  const heard: string[] = []
  const listener = (name: string, listen: () => unknown) =>
    named(name, {
      connect: (connectors: any) => connectors.graph.subscriptions.getBroker().on('commentAdded', listen),
    })
  const plugins = [
    listener(
      'throwing',
      throwing(() => new Error('no')),
    ),
    listener(
      'rejecting',
      rejecting(() => new Error('no')),
    ),
    listener('last', () => heard.push('last')),
  ]
  await using platform = await createTestPlatform({ plugins })
  const { codes } = await post(platform)
  expect([codes, heard]).toEqual([[], ['last']])
  await expect
    .poll(() => platform.logs.filter(({ level }) => level === 'error'))
    .toMatchObject(
      ['throwing', 'rejecting'].map(plugin => ({
        plugin,
        version: '1.2.3',
        hook: 'connect',
        at: 'event commentAdded',
        msg: `PLUGIN_HOOK_FAILED ${plugin}@1.2.3 connect event commentAdded`,
      })),
    )
})

describe('what a hook changes of what it is given [P15]', () => {
  test('in the settings reaches no other plugin', async () => {
    const meddling = named('meddling', {
      hooks: {
        RootQuery: {
          settings: {
            post: {
              mode: 'transform',
              run: (
                _root: unknown,
                _args: unknown,
                _context: unknown,
                _info: unknown,
                result: { charCount: number; domains?: { whitelist: string[] } },
              ) => {
                try {
                  result.charCount = 1
                } catch {
                  /* frozen: as good */
                }
                try {
                  result.domains?.whitelist.push('evil.example')
                } catch {
                  /* frozen: as good */
                }
                return result
              },
            },
          },
        },
      },
    } as HookObject)
    await using platform = await createTestPlatform({ plugins: [meddling] })
    await platform.graphql('{ settings { charCount } }')
    const { charCount, domains } = await platform.services.settings.load()
    expect([charCount, domains.whitelist]).toEqual([5_000, ['localhost']])
    const asset = await platform.createAsset()
    expect(
      (await platform.graphql('query ($id: ID!) { asset(id: $id) { settings { charCount } } }', { id: asset.id })).data,
    ).toEqual({ asset: { settings: { charCount: 5_000 } } })
    expect((await platform.graphql('{ asset(url: "http://evil.example/") { id } }')).errors[0]?.code).toBe(
      'INVALID_ASSET_URL',
    )
  })

  test('in a comment reaches no other request', async () => {
    const shouting = named('shouting', {
      hooks: {
        RootQuery: {
          comment: {
            post: {
              mode: 'observe',
              run: (
                _root: unknown,
                _args: unknown,
                context: { user: unknown },
                _info: unknown,
                result: { body: string } | null,
              ) => {
                if (result && context.user) result.body = result.body.toUpperCase()
              },
            },
          },
        },
      },
    } as HookObject)
    await using platform = await createTestPlatform({ plugins: [shouting] })
    const { id } = await platform.createComment({ asset: await platform.createAsset(), body: 'quiet words' })
    const read = async (by: TestPlatform) =>
      (await by.graphql('query ($id: ID!) { comment(id: $id) { body } }', { id })).data!['comment'].body
    await read(platform.as(await platform.createUser()))
    expect(await read(platform)).toBe('quiet words')
  })
})

test('two hundred plugins compose alike each time, in the order they are listed [P34]', {
  timeout: 60_000,
}, async () => {
  const plugins = () =>
    Array.from({ length: 200 }, (_, i) =>
      named(`plugin-${i}`, {
        typeDefs: `type RootQuery { answer${i}: Int } type Comment { score${i}: Int }`,
        context: { [`Tool${i}`]: () => ({ value: i }) },
        resolvers: {
          RootQuery: {
            [`answer${i}`]: (
              _root: unknown,
              _args: unknown,
              { plugins: tools }: { plugins: Record<string, { value: number }> },
            ) => tools[`Tool${i}`]!.value,
          },
        },
        hooks: {
          RootQuery: {
            me: {
              pre: () => {
                order.push(i)
              },
            },
          },
        },
      } as HookObject),
    )
  const order: number[] = []
  const schemas: string[] = []
  for (const _again of [1, 2]) {
    order.length = 0
    await using platform = await createTestPlatform({ plugins: plugins() })
    expect((await platform.graphql('{ answer0 answer99 answer199 me { id } }')).data).toEqual({
      answer0: 0,
      answer99: 99,
      answer199: 199,
      me: null,
    })
    expect(order).toEqual(Array.from({ length: 200 }, (_, i) => i))
    schemas.push(Object.keys(platform.services.composition.schema.getQueryType()!.getFields()).join())
  }
  expect(schemas[0]).toBe(schemas[1])
})

describe('a strategy [P25]', () => {
  const strategies = (use: (registry: { use(name: string, strategy: object): void }) => void): HookObject => ({
    authStrategies: use as never,
  })
  const strategy = { name: 'provider', authenticate() {} }

  test('of a name that another plugin has is a conflict that names both', async () => {
    const plugins = ['one', 'two'].map(name =>
      named(
        name,
        strategies(registry => {
          registry.use('provider', strategy)
        }),
      ),
    )
    await expect(createTestPlatform({ plugins })).rejects.toThrow(
      /PLUGIN_CONFLICT[\s\S]*one[\s\S]*two[\s\S]*provider|one and two both define[\s\S]*provider/,
    )
  })

  test('that can not be made keeps the platform from starting, and names its plugin', async () => {
    await expect(
      createTestPlatform({
        plugins: [
          named(
            'broken',
            strategies(() => {
              throw new Error('no client id')
            }),
          ),
        ],
      }),
    ).rejects.toThrow(/PLUGIN_HOOK_FAILED +broken@1\.2\.3 authStrategies: no client id/)
  })

  test('that answers twice, or throws once it has answered, is answered once, and the server goes on', async () => {
    let registry: { authenticate(name: string, options: object): (...args: unknown[]) => unknown }
    const twice = {
      name: 'twice',
      authenticate(this: { success(user: object): void }) {
        this.success({ id: 'first' })
        this.success({ id: 'second' })
        throw new Error('and more')
      },
    }
    const hooks = {
      authStrategies(given: { use(name: string, strategy: object): void }) {
        registry = given as never
        given.use('twice', twice)
      },
      router(router: any) {
        router.get(
          '/twice',
          (req: unknown, res: unknown, next: unknown) =>
            registry.authenticate('twice', { session: false })(req, res, next),
          (req: { user: object }, res: { headersSent: boolean; json(body: object): void }) => {
            if (!res.headersSent) res.json(req.user)
          },
        )
      },
    } as HookObject
    await using platform = await createTestPlatform({ plugins: [named('twice', hooks)] })
    const answer = await platform.http('/twice')
    expect([answer.status, ((await answer.json()) as { id: string }).id]).toEqual([200, 'first'])
    expect((await platform.graphql('{ __typename }')).data).toEqual({ __typename: 'RootQuery' })
  })
})
