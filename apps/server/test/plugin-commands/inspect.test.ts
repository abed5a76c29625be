import { expect, test } from 'vitest'
import { sitesInTurn } from './site.ts'

const createSite = sitesInTurn()

const counts = `import { definePlugin } from '@platform/plugin-sdk'
import { z } from 'zod'
export default definePlugin({
  name: 'counts', version: '1.5.0', sdk: '^1.0', requires: { store: '^2.0' }, capabilities: ['http.routes'], secrets: ['token'],
  config: z.object({ max: z.number().default(3).describe('most at once'), token: z.string().default('built in') }),
  context: { counts: () => ({}) }, loaders: () => ({ Counts: {} }),
})`
const plain = (version: string) =>
  `module.exports = Object.defineProperty({ typeDefs: 'scalar Plain' }, Symbol.for('@platform/plugin'), { value: { name: 'x', version: '${version}', sdk: '^1.0', contract: 1 } })`

test('inspect prints everything about a plugin, as text and as JSON', async () => {
  await using site = await createSite({
    'package.json': '{"type": "module"}',
    'plugins.json':
      '{"server": ["counts", "store"], "client": ["counts"], "settings": {"counts": {"allow": ["context.override:x"], "config": {"max": 9}}}}',
    'plugins/counts/server/index.js': counts,
    'plugins/counts/client/index.js': '',
    'plugins/counts/node_modules/dep/index.js': '',
    'plugins/store/index.js': plain('2.1.0'),
  })
  const description = (await site.platform(['plugins', 'inspect', 'platform-plugin-counts', '--json'])).json()
  expect(description).toMatchObject({
    name: 'counts',
    version: '1.5.0',
    state: 'local',
    listed: { server: true, client: true },
    origin: 'plugins/counts/server/index.js',
    directory: 'plugins/counts',
    manifest: { name: 'counts', sdk: '^1.0', capabilities: ['http.routes'], config: true },
    hooks: { context: ['counts'], loaders: [] },
    config: [
      {
        key: 'max',
        type: 'number',
        description: 'most at once',
        value: 9,
        source: 'plugins.json settings.counts.config',
      },
      { key: 'token', value: '(secret)', source: 'default' },
    ],
    requires: { store: '^2.0' },
    requiredBy: [],
    settings: { onFailure: 'abort', allow: ['context.override:x'] },
    files: ['client/index.js', 'server/index.js'],
    problems: [],
  })
  expect((await site.platform(['plugins', 'inspect', 'store', '--json'])).json()).toMatchObject({
    version: '2.1.0',
    requiredBy: ['counts'],
  })
  const { out } = await site.platform(['plugins', 'inspect', 'counts'])
  expect(out).toMatch(/^counts 1\.5\.0\n/)
  expect(out).toMatch(/ {2}max +number +9 +plugins\.json settings\.counts\.config/)
  expect(out).not.toContain('built in')
})

test('inspect lists the fields and routes of a plugin, and the roles that they require', async () => {
  await using site = await createSite({
    'plugins.json': '{"server": ["polls"]}',
    'plugins/polls/index.js': `const { needed } = require('@platform/plugin-sdk')
module.exports = {
  typeDefs:
    'type Poll { id: ID! } type RootQuery { polls: [Poll!] } ' +
    'extend type RootMutation { vote(id: ID!): Poll choose: Poll close: Poll }',
  permissions: { 'RootMutation.choose': 'SIGNED_IN', 'RootMutation.close': { needs: ['UPDATE_CONFIG', 'UPDATE_ASSET_STATUS'] } },
  router(router) {
    router.get('/api/v1/polls', (req, res) => res.json([]))
    router.post('/api/v1/polls', needed('MODERATOR', 'ADMIN'), (req, res) => res.json({}))
    router.koa.delete('/api/v1/polls/:id', needed(), ctx => { ctx.body = {} })
  },
}`,
  })
  const { entryPoints } = (await site.platform(['plugins', 'inspect', 'polls', '--json'])).json() as {
    entryPoints: object[]
  }
  expect(entryPoints).toEqual([
    { place: 'RootQuery.polls', needs: [] },
    { place: 'RootMutation.vote', needs: [] },
    { place: 'RootMutation.choose', needs: [], permission: 'SIGNED_IN' },
    { place: 'RootMutation.close', needs: [], permission: ['UPDATE_CONFIG', 'UPDATE_ASSET_STATUS'] },
    { place: 'DELETE /api/v1/polls/:id', needs: [[]] },
    { place: 'GET /api/v1/polls', needs: [] },
    { place: 'POST /api/v1/polls', needs: [['MODERATOR', 'ADMIN']] },
  ])
  const { out } = await site.platform(['plugins', 'inspect', 'polls'])
  for (const line of [
    /RootMutation\.vote +everyone, unless its own code refuses/,
    /RootMutation\.choose +every signed-in user/,
    /RootMutation\.close +users with the permission UPDATE_CONFIG or UPDATE_ASSET_STATUS/,
    /DELETE \/api\/v1\/polls\/:id +every signed-in user/,
    /POST \/api\/v1\/polls +MODERATOR or ADMIN/,
  ])
    expect(out).toMatch(line)
})

test('a plugin that is there and not listed can be looked at; one that is nowhere, or outside, can not', async () => {
  await using site = await createSite(
    { 'plugins.json': '{"server": []}', 'plugins/spare/index.js': plain('1.0.0') },
    { packages: false },
  )
  expect((await site.platform(['plugins', 'inspect', 'spare', '--json'])).json()).toMatchObject({
    state: 'local',
    listed: { server: false, client: false },
  })
  const nowhere = await site.platform(['plugins', 'inspect', 'nowhere'])
  expect([nowhere.code, nowhere.err]).toEqual([1, expect.stringMatching(/^There is no plugin nowhere/)])
  for (const name of ['../spare', '/etc', '@a/../b'])
    expect(await site.platform(['plugins', 'inspect', name]), name).toMatchObject({ code: 64, out: '' })
})

test('a plugin for the browser alone', async () => {
  await using site = await createSite(
    {
      'plugins.json': '{"client": ["looks"]}',
      'plugins/looks/client/index.js': '',
      'plugins/looks/package.json': '{"version": "1.1.0"}',
    },
    { packages: false },
  )
  expect((await site.platform(['plugins', 'inspect', 'looks', '--json'])).json()).toMatchObject({
    version: '1.1.0',
    state: 'local',
    listed: { server: false, client: true },
    files: ['client/index.js', 'package.json'],
    problems: [],
  })
})
