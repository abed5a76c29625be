import { definePlugin } from '@platform/plugin-sdk'
import { createTestPlatform } from '@platform/plugin-testing'
import { expect, test } from 'vitest'
import { z } from 'zod'

const LIST = `{ plugins {
  name version state reason server client hooks bootTime failureCount
  failures { hook at message } warnings { code message fix plugins } overrides { what owner over }
  configSchema config { key value hidden source }
} }`

const polls = definePlugin({
  name: 'polls',
  sdk: '^1.0',
  config: z.strictObject({
    limit: z.number().describe('The most polls').default(3),
    apiToken: z.string(),
    server: z.object({ host: z.string(), password: z.string() }),
  }),
  secrets: ['server.host'],
  typeDefs: 'type RootQuery { polls: Int, refused: Int }',
  resolvers: {
    RootQuery: {
      polls: () => {
        throw new Error('the polls are broken')
      },
      refused: (_root, _args, context) => context.mutators.User.del('nobody').then(() => 1),
    },
  },
  init: () => new Promise(done => setTimeout(done, 30)),
})

test('administrators see each plugin with its hooks, its start, its failures and its configuration', async () => {
  await using platform = await createTestPlatform({
    plugins: [polls],
    settings: {
      polls: { config: { apiToken: 'a very secret token', server: { host: 'hidden.example', password: 'hush hush' } } },
    },
  })
  const admin = platform.as(await platform.createUser({ roles: ['ADMIN'] }))
  for (const field of ['polls', 'polls', 'refused']) await platform.graphql(`{ ${field} }`)
  const { data } = await admin.graphql(LIST)
  const plugin = data!['plugins'].find(({ name }: { name: string }) => name === 'polls')
  expect(plugin).toMatchObject({
    state: 'LOADED',
    reason: null,
    server: true,
    client: false,
    hooks: expect.arrayContaining(['typeDefs', 'resolvers', 'init']),
    failureCount: 2,
    failures: Array(2).fill({ hook: 'resolvers', at: 'RootQuery.polls', message: 'the polls are broken' }),
  })
  expect(plugin.bootTime).toBeGreaterThanOrEqual(25)
  expect(plugin.config).toEqual([
    { key: 'limit', value: '3', hidden: false, source: 'default' },
    { key: 'apiToken', value: '"(secret)"', hidden: true, source: expect.stringMatching(/./) },
    { key: 'server', value: '{"host":"(secret)","password":"(secret)"}', hidden: false, source: expect.any(String) },
  ])
  expect(JSON.parse(plugin.configSchema)).toMatchObject({
    type: 'object',
    properties: { limit: { type: 'number', description: 'The most polls', default: 3 } },
  })
  expect(JSON.stringify(data)).not.toMatch(/a very secret token|hush hush|hidden\.example/)
  const moderator = platform.as(await platform.createUser({ roles: ['MODERATOR'] }))
  expect((await moderator.graphql(LIST)).errors).toMatchObject([{ code: 'NOT_AUTHORIZED' }])
})

test('a plugin that is disabled says why, and which plugin it clashes with', async () => {
  const one = definePlugin({ name: 'one', sdk: '^1.0', typeDefs: 'type RootQuery { same: Int }', resolvers: {} })
  const two = definePlugin({ name: 'two', sdk: '^1.0', typeDefs: 'type RootQuery { same: String }', resolvers: {} })
  await using platform = await createTestPlatform({
    plugins: [one, two],
    settings: { two: { onFailure: 'disable' } },
  })
  const { data } = await platform.as(await platform.createUser({ roles: ['ADMIN'] })).graphql(LIST)
  expect(data!['plugins'].map(({ name, state }: { name: string; state: string }) => [name, state])).toEqual([
    ['one', 'LOADED'],
    ['two', 'DISABLED'],
  ])
  expect(data!['plugins'][1].reason).toMatch(/same/)
})
