import { CompositionError, type Problem } from '@platform/plugin-host'
import { definePlugin, type GraphContext, type Plugin } from '@platform/plugin-sdk'
import { createTestPlatform } from '@platform/plugin-testing'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { named } from '../compose/named.ts'

interface Handler {
  readonly event: string
  handle(id: string): string
}

declare module '@platform/plugin-sdk' {
  interface PluginHooks {
    readonly alarms: readonly Handler[]
    readonly alarmTimes: Readonly<Record<string, string>>
  }
}

/** The problems that refuse a start with these plugins; none when it starts. */
async function problemsOf(plugins: readonly Plugin<any>[]): Promise<readonly Problem[]> {
  try {
    await using _platform = await createTestPlatform({ plugins })
    return []
  } catch (error) {
    if (error instanceof CompositionError) return error.problems
    throw error
  }
}

const handler = z.object({
  event: z.string(),
  handle: z.custom<Handler['handle']>(value => typeof value === 'function', 'expected a function'),
})

const engine = (name = 'engine') =>
  definePlugin({
    name,
    version: '2.0.0',
    sdk: '^1.0',
    defines: {
      alarms: { schema: z.array(handler), description: 'handlers of events' },
      alarmTimes: { schema: z.record(z.string(), z.string()), description: 'times of digests' },
    },
    typeDefs: 'type RootQuery { alarms(id: ID!): [String!]! atStart: [String!]! }',
    loaders: ({ pluginHooks }) => {
      const times = pluginHooks('alarmTimes').map(({ plugin, value }) => `${plugin}: ${Object.keys(value)}`)
      return { Times: { all: () => times } }
    },
    resolvers: {
      RootQuery: {
        alarms: (_root, { id }: { id: string }, { pluginHooks, loaders }) => [
          ...pluginHooks('alarms').flatMap(({ plugin, value }) =>
            value.map(({ handle }) => `${plugin}: ${handle(id)}`),
          ),
          ...loaders.Times.all(),
        ],
        atStart: () => started,
      },
    },
    init: ({ pluginHooks }) => {
      started = pluginHooks('alarms').map(({ plugin }) => plugin)
    },
  })
let started: string[] = []

const replies = definePlugin({
  name: 'replies',
  sdk: '^1.0',
  alarms: [{ event: 'commentAdded', handle: id => `reply to ${id}` }],
})
const hourly = named('hourly', { alarmTimes: { HOURLY: '0 * * * *' }, alarms: [{ event: 'x', handle: () => 'late' }] })

test('a plugin reads the hook that it defines: all values, with their plugins, in the order of the plugins', async () => {
  await using platform = await createTestPlatform({ plugins: [replies, engine(), hourly] })
  expect((await platform.graphql('{ alarms(id: "7") atStart }')).data).toEqual({
    alarms: ['replies: reply to 7', 'hourly: late', 'hourly: HOURLY'],
    atStart: ['replies', 'hourly'],
  })
})

test('a value that the schema refuses is a problem of the plugin that gave it', async () => {
  const wrong = named('wrong', { alarms: [{ event: 'commentAdded', handle: 'reply' }] })
  expect(await problemsOf([engine(), replies, wrong])).toMatchObject([
    {
      code: 'PLUGIN_HOOK_INVALID',
      plugins: [{ name: 'wrong' }],
      hook: 'alarms',
      at: '0.handle',
      message: 'expected a function',
      related: { 'defined by': 'engine: handlers of events' },
      fix: expect.stringContaining('what engine expects'),
    },
  ])
})

test('a hook that no listed plugin defines is refused, with a suggestion when it is misspelt', async () => {
  const misspelt = named('misspelt', { alarm: [] })
  expect(await problemsOf([engine(), misspelt])).toMatchObject([
    { plugins: [{ name: 'misspelt' }], hook: 'alarm', message: 'there is no such hook', fix: 'did you mean alarms?' },
  ])
  expect(await problemsOf([replies])).toMatchObject([
    { plugins: [{ name: 'replies' }], hook: 'alarms', fix: expect.stringMatching(/^the hooks are typeDefs/) },
  ])
  expect(await problemsOf([named('older', { notifications: [] })])).toMatchObject([
    {
      hook: 'notifications',
      message: 'no listed plugin defines this hook',
      fix: 'list platform-plugin-notifications, which defines it and is not listed',
    },
  ])
})

test('a hook of an optional plugin that is not listed is not read', async () => {
  const careful = definePlugin({ name: 'careful', sdk: '^1.0', optional: { engine: '^2.0' }, alarms: [] })
  expect(await problemsOf([careful])).toEqual([])
  expect(await problemsOf([careful, engine()])).toEqual([])
})

test('two plugins that define one hook are both named', async () => {
  const second = named('second', { defines: engine().defines })
  expect(await problemsOf([engine(), second])).toMatchObject(
    ['alarms', 'alarmTimes'].map(at => ({
      code: 'PLUGIN_CONFLICT',
      claim: 'hook',
      at,
      plugins: [{ name: 'engine' }, { name: 'second' }],
    })),
  )
})

test('a fallback applies only as long as no other plugin defines the hook', async () => {
  const definition = { schema: z.array(z.never()), description: 'no handlers', fallback: true }
  const fallback = named('fallback', { defines: { alarms: definition } })
  expect(await problemsOf([fallback, replies])).toMatchObject([
    { code: 'PLUGIN_HOOK_INVALID', related: { 'defined by': 'fallback: no handlers' } },
  ])
  expect(await problemsOf([fallback, engine(), replies])).toEqual([])
  const second = named('second', { defines: { alarms: definition } })
  expect(await problemsOf([fallback, second])).toMatchObject([{ code: 'PLUGIN_CONFLICT', at: 'alarms' }])
})

test('a definition needs a schema, a description and a name of its own', async () => {
  const schema = z.unknown()
  const wrong = named('wrong', {
    defines: {
      plain: { schema },
      loose: { schema: () => true, description: 'no schema' },
    },
  })
  const taken = named('taken', {
    defines: { resolvers: { schema, description: 'another' }, config: { schema, description: 'another' } },
  })
  expect((await problemsOf([wrong, taken])).map(({ at, message }) => `${at}: ${message}`)).toEqual([
    'plain.description: is undefined, expected a text',
    'loose.schema: expected a schema, like z.object({ asset: z.string() })',
    'resolvers: is a hook of the platform, so no plugin can define it; choose another name',
    'config: is a manifest key, so no plugin can define it; choose another name',
  ])
})

test('a schema that throws is named, and not the start that fails', async () => {
  const broken = named('broken', {
    defines: {
      alarms: {
        schema: {
          '~standard': {
            version: 1,
            vendor: 'own',
            validate() {
              throw new TypeError('no schema today')
            },
          },
        },
        description: 'handlers',
      },
    },
  })
  expect(await problemsOf([broken, replies])).toMatchObject([
    {
      plugins: [{ name: 'replies' }],
      hook: 'alarms',
      message: 'the schema of this hook threw TypeError: no schema today',
      related: { 'defined by': 'broken: handlers' },
    },
  ])
})

test('a plugin of an older server reads the hook as that server gave it', async () => {
  const older = named('older', {
    defines: engine().defines,
    typeDefs: 'type RootQuery { categories: [String!]! }',
    resolvers: {
      RootQuery: {
        categories: (_root: unknown, _args: unknown, { connectors }: any) =>
          connectors.services.Plugins.get('server', 'alarms').flatMap(({ plugin, alarms }: any) =>
            alarms.map(({ event }: Handler) => `${plugin.name} ${event}`),
          ),
      },
    },
  })
  await using platform = await createTestPlatform({ plugins: [older, replies, hourly] })
  expect((await platform.graphql('{ categories }')).data).toEqual({ categories: ['replies commentAdded', 'hourly x'] })
})

test('a plugin reads no hook that another one defines', async () => {
  const curious = named('curious', {
    typeDefs: 'type RootQuery { look: Int }',
    resolvers: {
      RootQuery: {
        look: (_root: unknown, _args: unknown, { pluginHooks }: GraphContext) => pluginHooks('alarms').length,
      },
    },
  })
  await using platform = await createTestPlatform({ plugins: [engine(), curious] })
  expect((await platform.graphql('{ look }')).errors).toMatchObject([{ code: 'PLUGIN_FAILED', plugin: 'curious' }])
  expect(JSON.stringify(platform.logs)).toContain('curious defines no hook alarms, so it can not read it')
})
