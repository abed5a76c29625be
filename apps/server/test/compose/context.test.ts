import type { HookObject } from '@platform/plugin-sdk'
import { createTestPlatform } from '@platform/plugin-testing'
import { expect, test } from 'vitest'
import { named } from './named.ts'

/** A field that runs something with the context of a request. */
const field = (run: (context: any) => unknown): HookObject => ({
  typeDefs: 'type RootQuery { out: String }',
  resolvers: {
    RootQuery: {
      out: async (_root: unknown, _args: unknown, context: unknown) => JSON.stringify((await run(context)) ?? null),
    },
  },
})

async function outOf(run: (context: any) => unknown, ...plugins: HookObject[]) {
  await using platform = await createTestPlatform({ plugins: [field(run), ...plugins] })
  const { data, errors } = await platform.graphql('{ out }')
  return {
    out: data?.['out'] ? (JSON.parse(data['out'] as string) as unknown) : null,
    codes: errors.map(error => error.code),
    logs: platform.logs.filter(line => line['level'] === 'error'),
  }
}

test("a plugin's part of the context is made once for each request, when it is first used", async () => {
  let made = 0
  const polls: HookObject = {
    context: {
      Polls: () => ({ number: ++made }),
      Unused: () => {
        throw new Error('no code asked for this')
      },
    },
  }
  const read = (context: { plugins: { Polls: { number: number } } }) => [
    context.plugins.Polls.number,
    context.plugins.Polls.number,
  ]
  await using platform = await createTestPlatform({ plugins: [field(read), polls] })
  expect(made).toBe(0)
  await platform.graphql('{ settings { moderation } }')
  expect(made).toBe(0)
  expect((await platform.graphql('{ a: out b: out }')).data).toEqual({ a: '[1,1]', b: '[1,1]' })
  expect((await platform.graphql('{ out }')).data).toEqual({ out: '[2,2]' })
})

test('one plugin uses what another gives, also while it makes its own', async () => {
  const store: HookObject = { context: { Store: () => ({ get: (key: string) => `value of ${key}` }) } }
  const reader: HookObject = { context: { Reader: ({ plugins: { Store } }: any) => ({ read: () => Store.get('a') }) } }
  expect(await outOf(context => context.plugins.Reader.read(), reader, store)).toMatchObject({
    out: 'value of a',
    codes: [],
  })
})

test('two parts of the context that need each other fail with an error that names both [P18]', async () => {
  const one: HookObject = { context: { One: ({ plugins }: any) => ({ two: plugins.Two }) } }
  const two: HookObject = { context: { Two: ({ plugins }: any) => ({ one: plugins.One }) } }
  const { codes, logs } = await outOf(context => context.plugins.One.two, one, two)
  expect(codes).toEqual(['PLUGIN_FAILED'])
  expect(JSON.stringify(logs)).toContain('One needs Two needs One')
})

test('two parts of the context may need each other inside of functions', async () => {
  const one: HookObject = { context: { One: ({ plugins }: any) => ({ name: 'one', other: () => plugins.Two.name }) } }
  const two: HookObject = {
    context: { Two: (context: any) => ({ name: 'two', other: () => context.plugins.One.name }) },
  }
  expect((await outOf(context => [context.plugins.One.other(), context.plugins.Two.other()], one, two)).out).toEqual([
    'two',
    'one',
  ])
})

test('a failing part of the context fails the field that used it, and the log names the part [P18]', async () => {
  const broken = named('polls', {
    context: {
      Polls: () => {
        throw new Error('no database')
      },
    },
  })
  const { codes, logs } = await outOf(context => context.plugins.Polls.load(), broken)
  expect(codes).toEqual(['PLUGIN_FAILED'])
  expect(logs).toMatchObject([{ plugin: 'polls', version: '1.2.3', hook: 'context', at: 'Polls' }])
})

test('several plugins add to one group of loaders, also to one of the core', async () => {
  const a: HookObject = { loaders: () => ({ Polls: { one: () => 1 }, Comments: { first: () => 'first' } }) }
  const b: HookObject = { loaders: ({ loaders }: any) => ({ Polls: { two: () => loaders.Polls.one() + 1 } }) }
  const { out } = await outOf(
    async ({ loaders }) => [
      loaders.Polls.one(),
      loaders.Polls.two(),
      loaders.Comments.first(),
      typeof loaders.Comments.get,
      await loaders.Comments.get('nothing'),
    ],
    a,
    b,
  )
  expect(out).toEqual([1, 2, 'first', 'function', null])
})

test("several plugins add to one group of mutators, and use the core's", async () => {
  const a: HookObject = { mutators: () => ({ Polls: { open: (name: string) => `open ${name}` } }) }
  const b: HookObject = {
    mutators: ({ mutators }: any) => ({ Polls: { reopen: (name: string) => `re${mutators.Polls.open(name)}` } }),
  }
  const { out } = await outOf(({ mutators }) => [mutators.Polls.reopen('x'), typeof mutators.Comment.create], a, b)
  expect(out).toEqual(['reopen x', 'function'])
})

test('the loaders of a plugin are made once a request, and only when one of them is used', async () => {
  let made = 0
  const polls: HookObject = {
    loaders: () => {
      made++
      return { Polls: { load: () => null } }
    },
  }
  await using platform = await createTestPlatform({
    plugins: [
      field(({ loaders }) => {
        loaders.Polls.load()
        loaders.Polls.load()
      }),
      polls,
    ],
  })
  const atBoot = made
  await platform.graphql('{ settings { moderation } }')
  expect(made).toBe(atBoot)
  await platform.graphql('{ a: out b: out }')
  expect(made).toBe(atBoot + 1)
})

test.each([
  [
    'a loader',
    {
      loaders: () => ({
        Polls: {
          run: () => {
            throw new Error('boom')
          },
        },
      }),
    },
    (context: any) => context.loaders.Polls.run(),
    'loaders',
    'Polls.run',
  ],
  [
    'a mutator',
    {
      mutators: () => ({
        Polls: {
          run: async () => {
            throw new Error('boom')
          },
        },
      }),
    },
    (context: any) => context.mutators.Polls.run(),
    'mutators',
    'Polls.run',
  ],
] as const)('%s that fails is named in the log', async (_name, hooks, run, hook, at) => {
  const { codes, logs } = await outOf(run, named('polls', hooks))
  expect(codes).toEqual(['PLUGIN_FAILED'])
  expect(logs).toMatchObject([{ plugin: 'polls', hook, at }])
})

test('a permission is asked of the caller', async () => {
  await using platform = await createTestPlatform({
    plugins: [field(context => [context.user?.username ?? null, context.can('SET_COMMENT_STATUS')])],
  })
  const moderator = await platform.createUser({ username: 'Mo', roles: ['MODERATOR'] })
  expect([(await platform.graphql('{ out }')).data, (await platform.as(moderator).graphql('{ out }')).data]).toEqual([
    { out: '[null,false]' },
    { out: '["Mo",true]' },
  ])
})
