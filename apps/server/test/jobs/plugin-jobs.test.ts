import { definePlugin, NonRetryableError } from '@platform/plugin-sdk'
import { createTestPlatform } from '@platform/plugin-testing'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { refusalOf } from '../problems.ts'

const recount = z.object({ asset: z.string(), least: z.number().default(1) })

test('a queued job of a plugin gets its checked input, the plugin’s own view of the context, and its attempt', async () => {
  const seen: unknown[] = []
  const likes = definePlugin({
    name: 'likes',
    sdk: '^1.0',
    config: z.object({ max: z.number().default(7) }),
    loaders: () => ({ Likes: { count: async (id: string) => id.length } }),
    jobs: {
      'likes.recount': {
        input: recount,
        run: async (input, context, { attempt, signal }) => {
          seen.push({ input, attempt, aborted: signal.aborted, max: context.config.max, user: context.user })
          seen.push(await context.loaders.Likes.count(input.asset))
          context.log.info('counted again')
        },
      },
    },
  })
  await using platform = await createTestPlatform({ plugins: [likes] })
  const { jobs } = platform.services
  await jobs.add('likes.recount', { asset: 'story' })
  await jobs.idle()
  expect(seen).toEqual([{ input: { asset: 'story', least: 1 }, attempt: 1, aborted: false, max: 7, user: null }, 5])
  expect(platform.logs).toContainEqual(expect.objectContaining({ plugin: 'likes', msg: 'counted again' }))
})

test('jobs are added by name: with a delay, once by a key, and not with a wrong input or name', async () => {
  const done: object[] = []
  const likes = definePlugin({
    name: 'likes',
    sdk: '^1.0',
    jobs: { 'likes.recount': { input: recount, run: async input => void done.push(input) } },
  })
  await using platform = await createTestPlatform({ now: new Date('2030-01-01'), plugins: [likes] })
  const { jobs } = platform.services
  const add = () => jobs.add('likes.recount', { asset: 'story' }, { delay: 60_000, key: 'story' })
  expect(await add()).toBe(await add())
  await jobs.idle()
  expect(done).toEqual([])
  platform.clock.advance(60_000)
  await jobs.idle()
  expect(done).toEqual([{ asset: 'story', least: 1 }])
  await expect(jobs.add('likes.recount', { asset: 1 })).rejects.toThrow(
    'wrong input for the job likes.recount: asset Invalid input',
  )
  await expect(jobs.add('likes.recont', {})).rejects.toThrow(
    'there is no job likes.recont; did you mean likes.recount?',
  )
})

test('a job of a plugin that is added in a transaction is done when that is committed, and only then', async () => {
  const done: unknown[] = []
  const likes = definePlugin({
    name: 'likes',
    sdk: '^1.0',
    jobs: { 'likes.note': { run: async ({ n }) => void done.push(n) } },
  })
  await using platform = await createTestPlatform({ plugins: [likes] })
  const { services } = platform
  const { docstore } = services
  await expect(
    docstore.transaction(async session => {
      await services.jobs.add('likes.note', { n: 1 }, { session })
      throw new Error('no')
    }),
  ).rejects.toThrow('no')
  await docstore.transaction(async session => services.jobs.add('likes.note', { n: 2 }, { session }))
  await services.jobs.idle()
  expect(done).toEqual([2])
})

test('the log names the plugin of a job that throws, and a refused job is not tried again', async () => {
  const attempts: number[] = []
  const likes = definePlugin({
    name: 'likes',
    version: '1.4.0',
    sdk: '^1.0',
    jobs: {
      'likes.fail': {
        attempts: 3,
        backoff: { first: 1_000, longest: 1_000 },
        run: (_input, _context, { attempt }) => {
          attempts.push(attempt)
          throw attempt === 1 ? new Error('not today') : new NonRetryableError('never')
        },
      },
    },
  })
  await using platform = await createTestPlatform({ now: new Date('2030-01-01'), plugins: [likes] })
  const { jobs } = platform.services
  await jobs.add('likes.fail', {})
  await jobs.idle()
  platform.clock.advance(1_200)
  await jobs.idle()
  expect(attempts).toEqual([1, 2])
  expect(await jobs.list()).toMatchObject([{ state: 'dead', error: 'never' }])
  const mine = { plugin: 'likes', version: '1.4.0', hook: 'jobs', at: 'likes.fail' }
  expect(platform.logs).toContainEqual(expect.objectContaining({ ...mine, reason: 'not today' }))
  expect(platform.logs).toContainEqual(expect.objectContaining({ ...mine, msg: expect.stringContaining('given up') }))
})

test('a job that takes too long gets an abort signal, and the log names its plugin', async () => {
  const stopped: boolean[] = []
  const likes = definePlugin({
    name: 'likes',
    sdk: '^1.0',
    jobs: {
      'likes.slow': {
        timeout: 30,
        attempts: 1,
        run: async (_input, _context, { signal }) => {
          await new Promise(resolve => signal.addEventListener('abort', resolve))
          stopped.push(signal.aborted)
        },
      },
    },
  })
  await using platform = await createTestPlatform({ plugins: [likes] })
  const { jobs } = platform.services
  await jobs.add('likes.slow', {})
  await jobs.idle()
  expect(stopped).toEqual([true])
  expect(platform.logs).toContainEqual(expect.objectContaining({ plugin: 'likes', at: 'likes.slow', level: 'error' }))
  expect(await jobs.list()).toMatchObject([{ state: 'dead', error: 'it took longer than 0.03 s' }])
})

const job = { run: () => {} }

test('two plugins with a job of one name are a conflict, which an operator can decide', async () => {
  const ran: string[] = []
  const [first, second] = ['first', 'second'].map(name =>
    definePlugin({ name, sdk: '^1.0', jobs: { 'reports.write': { run: () => void ran.push(name) } } }),
  )
  expect(await refusalOf(createTestPlatform({ plugins: [first!, second!] }))).toMatchObject({
    problems: [
      {
        code: 'PLUGIN_CONFLICT',
        owners: ['first', 'second'],
        message: expect.stringContaining('first and second both define the job reports.write'),
        fix: expect.stringContaining('"allow": ["job.override:reports.write"]'),
      },
    ],
  })
  await using platform = await createTestPlatform({
    plugins: [first!, second!],
    settings: { second: { allow: ['job.override:reports.write'] } },
  })
  const { jobs } = platform.services
  await jobs.add('reports.write', {})
  await jobs.idle()
  expect(ran).toEqual(['second'])
})

test('a job by the name of one of the core’s is a conflict that names the plugin', async () => {
  const likes = definePlugin({ name: 'likes', sdk: '^1.0', jobs: { 'mail.send': job } })
  expect(await refusalOf(createTestPlatform({ plugins: [likes] }))).toMatchObject({
    problems: [
      {
        code: 'PLUGIN_CONFLICT',
        owners: ['mail', 'likes'],
        message: expect.stringContaining('both define the job mail.send'),
      },
    ],
  })
})

/** A plugin whose mutation, and whose service, add the job named. */
const adding = (name: string, jobs: object = {}) =>
  definePlugin({
    name: 'likes',
    sdk: '^1.0',
    typeDefs: 'type RootMutation { recountByContext: String recountByService: String }',
    jobs: jobs as Record<string, typeof job>,
    services: {
      testRecounts: {
        needs: ['jobs'],
        create: services => ({ parts: Object.keys(services.jobs), add: () => services.jobs.add(name, {}) }),
      },
    },
    resolvers: {
      RootMutation: {
        recountByContext: (_root, _args, { services }) => services.jobs.add(name, {}),
        recountByService: (_root, _args, { services }) => services.testRecounts.add(),
      },
    },
  })

declare module '@platform/plugin-sdk' {
  interface Services {
    readonly testRecounts: { readonly parts: readonly string[]; add(): Promise<string> }
  }
}

test('a plugin adds jobs of its own, by the context and in its services, and is given nothing else of the queue', async () => {
  let done = 0
  const plugin = adding('likes.recount', { 'likes.recount': { run: () => void done++ } })
  await using platform = await createTestPlatform({ plugins: [plugin] })
  const { errors } = await platform.graphql('mutation { recountByContext recountByService }')
  expect(errors).toEqual([])
  await platform.services.jobs.idle()
  expect(done).toBe(2)
  expect(platform.services.testRecounts.parts).toEqual(['add', 'withdraw'])
})

test('a plugin withdraws a job of its own that waits, and none that is not its own', async () => {
  const ran: unknown[] = []
  const plugin = definePlugin({
    name: 'likes',
    sdk: '^1.0',
    typeDefs: 'type RootMutation { later(key: String!): String, withdraw(name: String!, key: String!): Boolean }',
    resolvers: {
      RootMutation: {
        later: (_root, { key }: { key: string }, { services }) =>
          services.jobs.add('likes.recount', { key }, { key, delay: 10_000 }),
        withdraw: (_root, { name, key }: { name: string; key: string }, { services }) =>
          services.jobs.withdraw(name, key),
      },
    },
    jobs: { 'likes.recount': { input: z.object({ key: z.string() }), run: ({ key }) => void ran.push(key) } },
  })
  await using platform = await createTestPlatform({ plugins: [plugin], now: new Date('2026-03-01T12:00:00.000Z') })
  const withdraw = (name: string, key: string) =>
    platform.graphql('mutation ($name: String!, $key: String!) { withdraw(name: $name, key: $key) }', { name, key })
  await platform.graphql('mutation { a: later(key: "kept") b: later(key: "withdrawn") }')
  expect((await withdraw('likes.recount', 'withdrawn')).data).toEqual({ withdraw: true })
  expect((await withdraw('likes.recount', 'withdrawn')).data).toEqual({ withdraw: false })
  expect((await withdraw('mail.send', 'kept')).errors).toHaveLength(1)
  platform.clock.advance(10_000)
  await platform.services.jobs.idle()
  expect(ran).toEqual(['kept'])
})

test.each(['mail.send', 'others.recount', 'likes.recont'])(
  'a plugin can not add the job %s, which is not its own',
  async name => {
    let done = 0
    const others = definePlugin({ name: 'others', sdk: '^1.0', jobs: { 'others.recount': { run: () => void done++ } } })
    await using platform = await createTestPlatform({ plugins: [others, adding(name, { 'likes.recount': job })] })
    for (const field of ['recountByContext', 'recountByService'])
      expect((await platform.graphql(`mutation { ${field} }`)).errors).toHaveLength(1)
    await platform.services.jobs.idle()
    expect(done).toBe(0)
    expect(platform.logs).toContainEqual(
      expect.objectContaining({
        plugin: 'likes',
        err: expect.objectContaining({ message: `likes brings no job ${name}; its jobs are likes.recount` }),
      }),
    )
  },
)

test.each([
  [{ 'a.b': {} }, 'a.b.run: expected a function'],
  [{ 'a b': job }, "a b: expected a name of letters, digits, ., _ and -, at most 100, like 'likes.recount'"],
  [{ 'a.b': { ...job, input: { asset: 'x' } } }, 'a.b.input: expected a schema, like z.object({ asset: z.string() })'],
  [{ 'a.b': { ...job, schedule: 60 } }, 'a.b.schedule: is a number, expected a text'],
  [{ 'a.b': { ...job, schedule: '@daily', input: recount } }, 'a.b: has a schedule: such a job gets no input'],
  [{ 'a.b': { ...job, tries: 3 } }, 'a.b: there is no tries (the keys are run, input, schedule'],
  [{ 'a.b': { ...job, attempts: 0 } }, 'a.b.attempts: '],
])('jobs of the wrong shape are a problem: %j', async (jobs, message) => {
  const plugin = definePlugin({ name: 'likes', sdk: '^1.0', jobs: jobs as never })
  expect(await refusalOf(createTestPlatform({ plugins: [plugin] }))).toMatchObject({
    problems: [{ code: 'PLUGIN_HOOK_INVALID', message: expect.stringContaining(`likes jobs: ${message}`) }],
  })
})
