import { createTestPlatform } from '@platform/plugin-testing'
import { afterEach, expect, test, vi } from 'vitest'
import { named } from '../compose/named.ts'

afterEach(() => {
  vi.useRealTimers()
})

test.each<[place: string, document: string, plugin: (wait: () => Promise<never>) => object]>([
  [
    'resolvers RootQuery.never',
    '{ never }',
    wait => ({ typeDefs: 'type RootQuery { never: Int }', resolvers: { RootQuery: { never: wait } } }),
  ],
  ['schemaLevelResolveFunction schema', '{ settings { moderation } }', wait => ({ schemaLevelResolveFunction: wait })],
])(
  'an operation whose plugin never answers in %s ends after its deadline, and the log names it [G23]',
  async (...row) => {
    const [place, document, plugin] = row
    let asked!: () => void
    const begun = new Promise<void>(resolve => {
      asked = resolve
    })
    const never = named(
      'never',
      plugin(() => {
        asked()
        return new Promise(() => {})
      }) as never,
    )
    await using platform = await createTestPlatform({ plugins: [never] })
    const { id } = await platform.createAsset()
    const author = platform.as(await platform.createUser())
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const asking = author.graphql(document, document.includes('$id') ? { id } : {})
    await begun
    await vi.advanceTimersByTimeAsync(10_001)
    const { status, errors } = await asking
    expect([status, errors.map(error => error.code)]).toEqual([504, ['PLUGIN_TIMEOUT']])
    expect(platform.logs.map(line => line['msg'])).toContainEqual(
      expect.stringContaining(`PLUGIN_TIMEOUT never@1.2.3 ${place}`),
    )
  },
)

test('a moderation phase that never decides fails the comment before its operation ends, and is named', async () => {
  let asked!: () => void
  const begun = new Promise<void>(resolve => {
    asked = resolve
  })
  const run = () => {
    asked()
    return new Promise<never>(() => {})
  }
  await using platform = await createTestPlatform({
    plugins: [named('never', { moderation: [{ name: 'undecided', after: 'wordlist', run }] })],
  })
  const { id } = await platform.createAsset()
  const author = platform.as(await platform.createUser())
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const asking = author.graphql(
    'mutation ($id: ID!) { createComment(input: { asset_id: $id, body: "Said" }) { comment { id } } }',
    { id },
  )
  await begun
  await vi.advanceTimersByTimeAsync(9_001)
  expect((await asking).errors).toMatchObject([{ code: 'PLUGIN_FAILED' }])
  expect(platform.logs.filter(({ level }) => level === 'error')).toMatchObject([
    { plugin: 'never', hook: 'moderation', at: 'undecided', err: { message: 'did not decide within 9 s' } },
  ])
})

test('a hook that observes and never ends holds the answer for two seconds, and is named', async () => {
  let asked!: () => void
  const begun = new Promise<void>(resolve => {
    asked = resolve
  })
  const never = named('never', {
    hooks: {
      RootQuery: {
        settings: {
          post: {
            mode: 'observe',
            run: () => {
              asked()
              return new Promise(() => {})
            },
          },
        },
      },
    },
  })
  await using platform = await createTestPlatform({ plugins: [never] })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const asking = platform.graphql('{ settings { moderation } }')
  await begun
  await vi.advanceTimersByTimeAsync(2_001)
  expect(await asking).toEqual({ status: 200, data: { settings: { moderation: 'POST' } }, errors: [] })
  expect(platform.logs.filter(({ level }) => level === 'error')).toMatchObject([
    {
      plugin: 'never',
      at: 'RootQuery.settings',
      err: { message: 'it did not finish within 2 s, and the answer does not wait for it any longer' },
    },
  ])
})

test.each(['shutdown', 'defer'])(
  'a %s that never ends is given up, and named with plugin, version, hook and place',
  async hook => {
    const never = () => new Promise<void>(() => {})
    const platform = await createTestPlatform({
      plugins: [
        named(
          'never',
          hook === 'shutdown'
            ? { shutdown: never }
            : {
                init: ({ defer }: { defer(undo: () => Promise<void>): void }) => {
                  defer(never)
                },
              },
        ),
      ],
    })
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const closing = platform[Symbol.asyncDispose]()
    await vi.advanceTimersByTimeAsync(10_001)
    vi.useRealTimers()
    await closing
    expect(platform.logs.filter(({ level }) => level === 'error')).toMatchObject([
      {
        plugin: 'never',
        version: '1.2.3',
        hook,
        at: hook,
        msg: `PLUGIN_HOOK_FAILED never@1.2.3 ${hook}: it did not finish within 10 s`,
      },
    ])
  },
)

test('a filter that never answers is given up, and named with plugin, version, hook and place', async () => {
  const never = named('never', {
    typeDefs: 'type Subscription { tick: Int }',
    resolvers: { Subscription: { tick: (n: number) => n } },
    setupFunctions: { tick: () => ({ tick: { filter: (n: number) => (n === 1 ? new Promise(() => {}) : 'yes') } }) },
  })
  await using platform = await createTestPlatform({ plugins: [never] })
  const ticks = await platform.subscribe('subscription { tick }')
  await platform.services.events.publish('tick', 1)
  await platform.services.events.publish('tick', 2)
  // What is true enough lets an event pass, as it always did.
  expect((await ticks.next()).value).toEqual({ data: { tick: 2 } })
  expect(platform.logs.filter(({ level }) => level === 'error')).toMatchObject([
    {
      plugin: 'never',
      version: '1.2.3',
      hook: 'setupFunctions',
      at: 'tick filter',
      msg: 'an event was not delivered: PLUGIN_HOOK_FAILED never@1.2.3 setupFunctions tick filter',
      err: { message: 'the filter did not answer within 1 s' },
    },
  ])
})
